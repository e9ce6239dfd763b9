// A tour of TypedSettings:
//
//   swift run tour                          runs Tour.swift; run it twice to see what the first run has stored
//   swift run tour --watch                  prints all changes of the settings until you stop it
//   swift run tour --set sessionLength=50   changes a setting from another terminal
//   swift run tour --help                   lists the options and the settings

import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

let settings = TimerSettings()
let files = settings.$sessionLength.store as? FileSettingsStore
// Without files, as on Apple platforms, it's the name of the store, such as UserDefaultsSettingsStore.
let place =
  files?.file(forDomain: settings.$sessionLength.domain)?.path ?? "\(type(of: settings.$sessionLength.store))"
let arguments = CommandLine.arguments.dropFirst()

do {
  switch arguments.first {
  case nil: try await takeTour(of: settings, in: place)
  case "--watch" where arguments.count == 1: await watch(settings, in: place)
  case "--set" where arguments.count > 1: try set(arguments.dropFirst(), in: settings)
  case "--help", "-h": showHelp(of: settings)
  default: throw UsageError("tour can't be run with '\(arguments.joined(separator: " "))'; see: swift run tour --help")
  }
} catch {
  stop(because: error)
}
