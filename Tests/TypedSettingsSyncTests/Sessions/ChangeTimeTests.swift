import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsSync

/// The time of a change is the time at which the program made it, whether or not a session runs.
@Suite(.timeLimit(.minutes(30))) struct ChangeTimeTests {
  /// Waits for what two devices exchange.
  private func exchange(_ one: SettingsSync, _ other: SettingsSync, until isDone: () -> Bool) async throws {
    try await running([one, other]) { try await wait { isDone() && one.isCurrent && other.isCurrent } }
  }

  @Test(arguments: [SyncDelivery.stream, .latestState])
  func `the later of two changes without a session wins, whichever session starts later`(
    _ delivery: SyncDelivery
  ) async throws {
    let clock = TestClock()
    let (first, second, network) = (TestDevice(clock: clock), TestDevice(clock: clock), TestNetwork(delivery))
    let (one, other) = (first.sync(over: network), second.sync(over: network))
    try await exchange(one, other) { true }
    first.count.value = 10
    first.count.value = 11
    clock.advance(by: 1_500)
    second.count.value = 20
    clock.advance(by: 60_000)
    // The session with the later change starts first.
    try await running([other]) {
      clock.advance(by: 60_000)
      try await running([one]) { try await wait { first.count.value == 20 && one.isCurrent } }
    }
    #expect(second.count.value == 20)
  }

  @Test func `the last of several changes without a session counts`() async throws {
    let clock = TestClock()
    let (first, second, network) = (TestDevice(clock: clock), TestDevice(clock: clock), TestNetwork(.stream))
    let (one, other) = (first.sync(over: network), second.sync(over: network))
    try await exchange(one, other) { true }
    first.count.value = 10
    clock.advance(by: 1_500)
    second.count.value = 20
    clock.advance(by: 1_500)
    first.count.value = 30
    try await exchange(one, other) { second.count.value == 30 }
    #expect(first.count.value == 30)
  }

  @Test func `a change of an earlier run has the time at which its file was last written`() async throws {
    let folder = try SyncFolder()
    let clock = TestClock()
    let now = UInt64(Date().timeIntervalSince1970 * 1_000)
    clock.advance(by: now - clock.now())
    let file = folder.file("settings.json")
    let key = SettingsKey(domain: TestDevice.domain, name: "Count")
    try FileSettingsStore(file: file).set(10, forKey: key)
    let storage = InMemorySyncStateStorage()
    try await running([TestDevice(in: FileSettingsStore(file: file)).sync(over: TestNetwork(.stream), storage: storage)]
    ) {
      try await wait { storage.load() != nil }
    }
    do {
      let store = FileSettingsStore(file: file)
      try store.set(11, forKey: key)
      try store.flush()
    }
    // The last run has ended an hour ago, before the change of the other device.
    for name in try folder.names where name.contains("settings.json") {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: folder.file(name).path)
    }
    let (network, other) = (TestNetwork(.stream), TestDevice(clock: clock))
    let session = other.sync(over: network)
    try await running([session]) { try await wait { other.storage.load() != nil } }
    other.count.value = 20
    let device = TestDevice(in: FileSettingsStore(file: file), clock: clock)
    try await running([device.sync(over: network, storage: storage), session]) {
      try await wait { device.count.value == 20 }
    }
    #expect(other.count.value == 20)
  }
}
