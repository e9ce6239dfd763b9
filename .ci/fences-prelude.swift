// Declarations that the fences of doc comments and articles can use: each fence is compiled as if they preceded it.
// If a fence declares one of these names, its own declaration is used. Fences in README files don't see this file.
@_exported import Foundation
@_exported import Observation
@_exported import SwiftUI
@_exported import Synchronization
@_exported import Testing
@_exported import TypedSettings
@_exported import TypedSettingsFleet
@_exported import TypedSettingsForms
@_exported import TypedSettingsObjectiveC
@_exported import TypedSettingsPage
@_exported import TypedSettingsSync
@_exported import TypedSettingsTesting
@_exported import TypedSettingsTools

enum Theme: String {
  case automatic, light, dark
}

@SettingsGroup(domain: "com.example.pomodoro")
final class GoalSettings {
  @Pref var dailyHours = 6.0
}

@SettingsGroup(domain: "com.example.pomodoro")
final class TimerSettings: Sendable {
  /// Minutes of focused work in one session.
  @Pref var sessionLength = 25

  @Pref(traits: [.watchSync])
  @PrefAttr(\.section, "Sound")
  var soundEnabled = true

  @Pref var theme = Theme.automatic
  @Pref var volume = 0.5
  @Pref var name = ""
  @Pref(traits: .secret) var token = ""

  let goals = GoalSettings()
}

@SettingsGroup(domain: "com.example.pomodoro")
final class CounterSettings {
  @Pref var launches = 0
}

let settings = TimerSettings()
let counters = CounterSettings()
let store: any SettingsStore = InMemorySettingsStore()

/// A placeholder for a custom store.
typealias MyStore = InMemorySettingsStore

/// A placeholder for a logger of the reader's choice.
struct Logger: Sendable {
  func debug(_ message: String) {}
  func info(_ message: String) {}
  func warning(_ message: String) {}
  func error(_ message: String) {}
}

let logger = Logger()

/// A placeholder for code that makes a connection.
func connectToWatch() async throws -> Int32 { throw CancellationError() }

/// A placeholder for asynchronous work.
actor Palette {
  func colors(of theme: Theme) -> [String] { [theme.rawValue] }
}

let palette = Palette()

@SettingsGroup(domain: "com.example.voice")
final class VoiceSettings: Sendable {
  @Pref(traits: [.watchSync]) var speed = 1.0
}

let voice = VoiceSettings()

/// A placeholder for a transport.
struct MyTransport: SyncTransport {
  var delivery: SyncDelivery { .stream }
  var maximumMessageSize: Int { 1 << 20 }
  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    AsyncThrowingStream { $0.finish() }
  }
  func send(_ message: [UInt8], to peer: SyncPeer?) {}
}

let transport = MyTransport()
let sync = SettingsSync(of: [settings, voice], traits: [.watchSync], over: transport)
