import Foundation
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// A feature that is combined with every other one.
enum PairedFeature: String, CaseIterable {
  case layer, alias, rule, wrapper, secret, transient, version, draft, `import`, route, observer, process

  /// All pairs of two features, each once.
  static var pairs: [(PairedFeature, PairedFeature)] {
    allCases.enumerated().flatMap { index, first in allCases.dropFirst(index + 1).map { (first, $0) } }
  }
}

/// One setting with two features, in a store that also has them.
final class FeaturePair {
  static let key = SettingsKey(domain: "com.example.pairs", name: "Length")
  static let olderKey = SettingsKey(domain: "com.example.pairs", name: "Minutes")

  let features: Set<PairedFeature>
  let folder: TemporaryFolder
  let managed = InMemorySettingsStore()
  /// The store that receives the writes.
  let backing: FaultInjectingSettingsStore
  let store: any SettingsStore
  let group: AnyGroup
  let length: SettingRecord<Int>

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - features: Its features.
  ///   - isPlainText: Whether the store keeps plain text, which excludes secrets.
  ///   - isReadOnly: Whether the store is read-only.
  ///   - isBlocked: Whether the file of the store can't be created.
  /// - Throws: The error of the file system.
  init(
    _ features: Set<PairedFeature>, isPlainText: Bool = false, isReadOnly: Bool = false, isBlocked: Bool = false
  ) throws {
    self.features = features
    folder = try TemporaryFolder()
    if isBlocked { try Data().write(to: folder.file("blocked")) }
    let file = folder.file(isBlocked ? "blocked/settings.json" : "settings.json")
    let isFile = features.contains(.process) || isPlainText
    let base: any SettingsStore =
      isFile ? FileSettingsStore(file: file, allowsSecrets: !isPlainText) : InMemorySettingsStore()
    backing = FaultInjectingSettingsStore(base)
    // A file is used directly if the test is about its own failures.
    var store: any SettingsStore = isFile ? base : backing
    if isReadOnly {
      store = LayeredSettingsStore([.layer("only", store)])
    } else if features.contains(.layer) {
      store = LayeredSettingsStore([
        .layer("managed", managed), .writable("user", store), .layer("shared", InMemorySettingsStore()),
      ])
    }
    if features.contains(.route) {
      store = RoutingSettingsStore([.domain(Self.key.domain, to: store)], default: InMemorySettingsStore())
    }
    self.store = store
    (group, length) = Self.make(features, in: store)
  }

  /// Returns another instance of the setting in the same store.
  func another() -> SettingRecord<Int> { Self.make(features, in: store).1 }

  private static func make(
    _ features: Set<PairedFeature>, in store: any SettingsStore
  ) -> (AnyGroup, SettingRecord<Int>) {
    makeSettings(in: store) {
      let record = record(with: features)
      return (AnyGroup([record]), record)
    }
  }

  private static func record(with features: Set<PairedFeature>) -> SettingRecord<Int> {
    var coding = SettingCoding<Int>.automatic
    if features.contains(.rule) { coding = coding.validated(by: .range(1...60)) }
    if features.contains(.wrapper) { coding = coding.wrapped(in: Clamped<Int>.self, config: 0...60) }
    var traits: SettingsTrait = []
    if features.contains(.secret) { traits.insert(.secret) }
    if features.contains(.transient) { traits.insert(.transient) }
    return SettingRecord(
      name: "length", key: key, default: 25, traits: traits, coding: coding,
      aliases: features.contains(.alias) ? [olderKey.name] : [], version: features.contains(.version) ? 2 : nil
    ) {
      [
        SettingsMigration(to: 2) { values in
          if case .integer(let seconds)? = values.removeValue(forKey: "Seconds") {
            values[key.name] = .integer(seconds / 60)
          }
        }
      ]
    }
  }

  // MARK: Writing

  /// Writes a value in the way that the features require; `nil` resets the setting.
  ///
  /// - Throws: The error of the write.
  func write(_ value: Int?) throws {
    if features.contains(.import), let value {
      try group.import(document(value))
    } else if features.contains(.draft) {
      try SettingsDraft.transaction(of: group, make: { Self.group(with: self.features) }) { group in
        guard let length = group.records.first as? SettingRecord<Int> else { return }
        if let value { length.value = value } else { length.reset() }
      }
    } else if let value {
      try length.set(value)
    } else {
      length.reset()
    }
  }

  private static func group(with features: Set<PairedFeature>) -> AnyGroup { AnyGroup([record(with: features)]) }

  /// Returns an exported document with a value, under the older name if there is one.
  private func document(_ value: Int) -> Data {
    let name = features.contains(.alias) ? Self.olderKey.name : Self.key.name
    let version = features.contains(.version) ? #""$version": 2, "# : ""
    return Data(#"{"$typedSettingsExport": 1, "\#(Self.key.domain)": {\#(version)"\#(name)": \#(value)}}"#.utf8)
  }
}
