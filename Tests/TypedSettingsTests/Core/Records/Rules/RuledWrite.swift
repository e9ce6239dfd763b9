import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsUserDefaults

/// A kind of rules that allow the values from 0 to 100.
enum RuleKind: CaseIterable, Sendable {
  case wrapped, validated, clamped, several

  var coding: SettingCoding<Int> {
    switch self {
    case .wrapped: .automatic.wrapped(in: Clamped<Int>.self, config: 0...100)
    case .validated: .automatic.validated(by: .range(0...100))
    case .clamped: .automatic.validated(by: .range(0...100), policy: .clamp)
    case .several:
      .automatic.wrapped(in: Clamped<Int>.self, config: 0...100).validated(by: .range(0...) && .range(...100))
    }
  }

  /// A Boolean value that indicates whether the rules replace a value rather than refuse it.
  var replacesValues: Bool { self != .validated }
}

/// A write of 60 to a setting whose store is in a certain state.
enum RuledWrite: CaseIterable, Sendable {
  case absent, valid, equal, outOfRange, olderForm, undecodable
  case olderName, olderNameWithEqual, lowerLayer, lowerLayerWithEqual, upperLayer, upperLayerWithEqual
  case currentVersion, newerVersion, newerVersionUndecodable, draft, draftOverUndecodable

  private static let olderKey = SettingsKey(domain: testKey.domain, name: "Older")

  /// The value that the writable store has before the write.
  private var initial: SettingsValue? {
    switch self {
    case .absent, .lowerLayer, .lowerLayerWithEqual, .olderName, .olderNameWithEqual: nil
    case .valid, .upperLayer, .upperLayerWithEqual, .currentVersion, .newerVersion, .draft: 50
    case .equal: 60
    case .outOfRange: 500
    case .olderForm: "60"
    case .undecodable, .newerVersionUndecodable, .draftOverUndecodable: "undecodable"
    }
  }

  /// The value that the writable store has after the write.
  var expected: SettingsValue? {
    switch self {
    case .upperLayer, .upperLayerWithEqual, .newerVersionUndecodable: initial
    // The value has the key's older name until another one is written.
    case .olderNameWithEqual: nil
    default: 60
    }
  }

  /// The code of the error that the write throws.
  var expectedError: SettingsError.Code? {
    switch self {
    case .upperLayer, .upperLayerWithEqual: .locked
    case .newerVersionUndecodable: .newerVersion
    default: nil
    }
  }

  /// The result of a write.
  struct Outcome: Equatable {
    var error: SettingsError.Code?
    let stored: SettingsValue?
    let value: Int
    let issues: [SettingsError.Code]
    let writes: [RecordingSettingsStore.Operation]
    let events: [Int]
  }

  /// Makes the write.
  ///
  /// - Parameters:
  ///   - coding: The coding of the setting.
  ///   - reads: Whether the setting is read before.
  /// - Returns: The outcome.
  /// - Throws: The error of creating the initial state.
  func outcome(of coding: SettingCoding<Int>, reads: Bool) throws -> Outcome {
    let backing = RecordingSettingsStore()
    let store = try prepare(backing)
    let make = {
      SettingRecord(
        name: "value", key: testKey, default: 5, coding: coding, aliases: isRenamed ? [Self.olderKey.name] : [],
        version: version)
    }
    let events = Log<Int>()
    var error: SettingsError.Code?
    let record = SettingsDiagnostics.withHandler({ _ in }) {
      let record = makeSettings(in: store, make)
      if reads { _ = record.value }
      let observation = record.observe { events.append($0) }
      backing.removeOperations()
      do { try write(record, make) } catch let thrown { error = SettingsError.wrapping(thrown).code }
      withExtendedLifetime(observation) {}
      return record
    }
    return Outcome(
      error: error, stored: backing.value(forKey: testKey),
      value: SettingsDiagnostics.withHandler({ _ in }) { record.value }, issues: record.issues.map(\.code),
      writes: backing.writes, events: events.elements)
  }

  private func write(_ record: SettingRecord<Int>, _ make: () -> SettingRecord<Int>) throws {
    switch self {
    case .draft, .draftOverUndecodable:
      try SettingsDraft.transaction(of: AnyGroup([record]), make: { AnyGroup([make()]) }) { group in
        if let record = group.records.first as? SettingRecord<Int> { record.value = 60 }
      }
    default: try record.set(60)
    }
  }

  private var isRenamed: Bool { self == .olderName || self == .olderNameWithEqual }

  /// The version of the setting, if it has one.
  private var version: Int? {
    switch self {
    case .currentVersion, .newerVersion, .newerVersionUndecodable: 2
    default: nil
    }
  }

  /// Sets the initial values, and returns the store for the setting.
  private func prepare(_ backing: RecordingSettingsStore) throws -> any SettingsStore {
    if let initial { try backing.set(initial, forKey: testKey) }
    switch self {
    case .olderName: try backing.set(50, forKey: Self.olderKey)
    case .olderNameWithEqual: try backing.set(60, forKey: Self.olderKey)
    case .currentVersion: try backing.set(2, forKey: versionKey)
    case .newerVersion, .newerVersionUndecodable: try backing.set(3, forKey: versionKey)
    case .lowerLayer, .lowerLayerWithEqual:
      let shared = InMemorySettingsStore([testKey: self == .lowerLayer ? 50 : 60])
      return LayeredSettingsStore([.writable("user", backing), .layer("shared", shared)])
    case .upperLayer, .upperLayerWithEqual:
      let managed = InMemorySettingsStore([testKey: self == .upperLayer ? 40 : 60])
      return LayeredSettingsStore([.layer("managed", managed), .writable("user", backing)])
    default: break
    }
    return backing
  }
}
