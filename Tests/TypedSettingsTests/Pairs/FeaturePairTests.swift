import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Every pair of features, with an accepted value, a refused one, and a failed write.
@Suite struct FeaturePairTests {
  /// Checks the invariants of a setting, which hold after any operation.
  private func expectAgreement(_ pair: FeaturePair, _ value: Int, _ place: String) {
    let form = SettingsValue.integer(Int64(value))
    #expect(pair.length.value == value, "\(place)")
    #expect(pair.another().value == value, "\(place)")
    #expect(pair.length.encodedValue == form, "\(place)")
    let inspection = pair.length.inspect()
    #expect(inspection.value == form, "\(place)")
    #expect(pair.length.isSet == (inspection.source != .default), "\(place)")
    #expect(pair.length.isLocked == inspection.isLocked, "\(place)")
  }

  // MARK: Values

  @Test(.timeLimit(.minutes(30)), arguments: PairedFeature.pairs)
  func `a written value is effective everywhere and can be reset`(
    _ first: PairedFeature, _ second: PairedFeature
  ) async throws {
    let pair = try FeaturePair([first, second])
    let isObserved = pair.features.contains(.observer)
    let values = Log<Int>()
    let observation = isObserved ? pair.length.observe { values.append($0) } : nil
    // A transient setting is excluded from imports.
    let isLeftOut = pair.features.isSuperset(of: [.transient, .import])
    let written = isLeftOut ? 25 : 30

    try pair.write(30)
    expectAgreement(pair, written, "after the write")
    #expect(pair.length.isSet == !isLeftOut)

    if pair.features.contains(.process), !pair.features.contains(.transient) {
      let file = try #require(pair.length.storeBelow as? FileSettingsStore)
      try file.writeDocuments()
      let text = try pair.folder.text("settings.json")
      #expect(text.contains("30"))
      // Replaces the file as an editor does.
      try pair.folder.write(text.replacingOccurrences(of: "30", with: "31"), to: "settings.json")
      file.refresh()
      expectAgreement(pair, 31, "after the edit")
      try pair.write(30)
    }
    if pair.features.contains(.wrapper) {
      let isRuled = pair.features.contains(.rule)
      do { try pair.write(500) } catch let error as SettingsError where isRuled { #expect(error.code == .invalid) }
      expectAgreement(pair, isLeftOut ? 25 : isRuled ? 30 : 60, "after a value out of range")
      try pair.write(30)
    }
    try pair.write(nil)
    expectAgreement(pair, 25, "after the reset")
    #expect(!pair.length.isSet)

    if isObserved {
      // Another thread may have read the edit and notify the observer.
      try await wait { values.elements.last == (isLeftOut ? nil : 25) }
      #expect(values.elements.first == (isLeftOut ? nil : 30))
      #expect(zip(values.elements, values.elements.dropFirst()).allSatisfy { $0 != $1 })
    }
    withExtendedLifetime(observation) {}
  }

  // MARK: Refusals

  /// A reason for refusing a write.
  private enum Refusal {
    case locked, invalid, secret, readOnly

    var code: SettingsError.Code {
      switch self {
      case .locked: .locked
      case .invalid: .invalid
      case .secret: .secretRefused
      case .readOnly: .readOnly
      }
    }
  }

  /// The reason that the features of a pair imply; a read-only store if they imply none.
  private func refusal(of features: Set<PairedFeature>) -> Refusal {
    if features.contains(.layer), !features.contains(.transient) { return .locked }
    if features.contains(.rule) { return .invalid }
    if features.contains(.secret), !features.contains(.transient) { return .secret }
    return .readOnly
  }

  @Test(arguments: PairedFeature.pairs) func `a refused write throws and changes nothing, whatever its path`(
    _ first: PairedFeature, _ second: PairedFeature
  ) throws {
    let features: Set = [first, second]
    // A transient value is in no store that could refuse it, and no import includes it.
    if features.contains(.transient), !features.contains(.rule) || features.contains(.import) { return }
    let refusal = refusal(of: features)
    let pair = try FeaturePair(features, isPlainText: refusal == .secret, isReadOnly: refusal == .readOnly)
    if refusal == .locked {
      // Under the older name, if there is one, which must lock the setting all the same.
      pair.managed.set(40, forKey: features.contains(.alias) ? FeaturePair.olderKey : FeaturePair.key)
    }
    let before = pair.length.value
    let values = Log<Int>()
    let observation = pair.length.observe { values.append($0) }
    let reported = reports {
      let error = #expect(throws: SettingsError.self) { try pair.write(refusal == .invalid ? 500 : 30) }
      #expect(error?.reasons.map(\.code) == [refusal.code])
    }
    // A setter that throws doesn't report.
    #expect(reported.isEmpty)
    #expect(values.elements.isEmpty)
    expectAgreement(pair, before, "after the refusal")
    // The plain setter reports the error that the throwing one throws.
    let assigned = reports { pair.length.value = refusal == .invalid ? 500 : 30 }
    #expect(assigned.map(\.code) == [refusal.code])
    expectAgreement(pair, before, "after the refused assignment")
    // The store doesn't even have a version, which is written before the first value.
    if refusal == .locked { #expect(pair.length.storeBelow.keys(inDomain: FeaturePair.key.domain) ?? [] == []) }
    withExtendedLifetime(observation) {}
  }

  // MARK: Failures

  @Test(arguments: PairedFeature.pairs) func `a write that fails throws, and changes nothing`(
    _ first: PairedFeature, _ second: PairedFeature
  ) throws {
    let features: Set = [first, second]
    // A transient value is in memory, where no write fails.
    if features.contains(.transient) { return }
    let isFile = features.contains(.process)
    let pair = try FeaturePair(features, isBlocked: isFile)
    pair.backing.failWrites(with: SomeError())
    let values = Log<Int>()
    let observation = pair.length.observe { values.append($0) }
    var code: SettingsError.Code?
    let reported = reports {
      do { try pair.write(30) } catch { code = (error as? SettingsError)?.code }
    }
    #expect(code != nil)
    // A file keeps a plain write in memory, reports that, and saves it later; a batch succeeds or fails as a whole.
    if code == .notSaved {
      expectAgreement(pair, 30, "after the failure")
      #expect(values.elements == [30])
    } else {
      expectAgreement(pair, 25, "after the failure")
      #expect(values.elements.isEmpty)
    }
    #expect(reported.isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test func `the table has every pair of features`() {
    #expect(PairedFeature.pairs.count == 66)
    #expect(Set(PairedFeature.pairs.map { "\($0.0) \($0.1)" }).count == 66)
  }
}

extension SettingRecord {
  /// The store that receives the writes of the setting.
  fileprivate var storeBelow: any SettingsStore {
    var store = store
    while let layers = store as? LayeredSettingsStore, let target = layers.layers.first(where: \.isWritable) {
      store = target.store
    }
    return store
  }
}
