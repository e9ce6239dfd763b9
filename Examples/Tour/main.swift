// A tour of TypedSettings:
//
//   swift run tour                          shows Tour.swift; run it twice to see what is left of the first time
//   swift run tour --watch                  follows what others change, until it is stopped
//   swift run tour --set sessionLength=50   changes a setting from another terminal

import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

let settings = TimerSettings()
let files = settings.$sessionLength.store as? FileSettingsStore
let place = files?.file(forDomain: settings.$sessionLength.domain)?.path ?? "memory"

switch CommandLine.arguments.dropFirst().first {
case "--watch": await watch(settings, in: place)
case "--set": set(CommandLine.arguments.dropFirst(2), in: settings)
default: try await takeTour(of: settings, in: place)
}
