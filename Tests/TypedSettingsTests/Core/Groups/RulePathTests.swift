import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Rules about several settings, on each path by which several settings change in one step.
@Suite struct RulePathTests {
  /// A group of two numbers, the first of which must be less than the second, an unrelated one, and a nested group.
  private final class Bounds: SettingsGroup, Sendable {
    final class Inner: SettingsGroup, Sendable {
      let least = AnyGroup.record("least", 0, aliases: ["oldLeast"])
      let most = AnyGroup.record("most", 9)

      func enumerateSettings(into list: inout SettingsList) {
        list.append(least)
        list.append(most)
      }

      static var rules: [SettingsRule<Inner>] {
        [SettingsRule("least must not be above most") { $0.least.value <= $0.most.value }]
      }
    }

    let low = AnyGroup.record("low", 1)
    let high = AnyGroup.record("high", 10)
    let title = AnyGroup.record("title", "")
    let inner = Inner()

    func enumerateSettings(into list: inout SettingsList) {
      list.append(low)
      list.append(high)
      list.append(title)
      list.append(inner, named: "inner")
    }

    static var rules: [SettingsRule<Bounds>] {
      [SettingsRule("low must be below high") { $0.low.value < $0.high.value }]
    }
  }

  /// A path by which several settings change in one step.
  enum Path: CaseIterable {
    case `import`, skippingImport, draft, transaction
  }

  /// Changes settings on a path.
  ///
  /// - Returns: The errors for what was refused, or none.
  private func change(_ bounds: Bounds, to values: [String: SettingsValue], by path: Path) -> [SettingsError] {
    do {
      switch path {
      case .import: try bounds.import(document(values))
      case .skippingImport:
        return try bounds.import(document(values), refused: .skip).refused.compactMap {
          if case .refused(let error) = $0.outcome { error } else { nil }
        }
      case .draft:
        let draft = SettingsDraft(of: bounds) { Bounds() }
        try assign(values, to: draft.settings)
        try draft.apply()
      case .transaction:
        try SettingsDraft.transaction(of: bounds, make: { Bounds() }) { try assign(values, to: $0) }
      }
      return []
    } catch {
      return (error as? SettingsError)?.reasons ?? []
    }
  }

  private func assign(_ values: [String: SettingsValue], to bounds: Bounds) throws {
    for (name, value) in values { try bounds.setting(forKeyName: name)?.setEncodedValue(value) }
  }

  private func document(_ values: [String: SettingsValue]) -> Data {
    exchangeDocument(values.map { "\"\($0)\": \($1)" }.joined(separator: ", "))
  }

  private func makeBounds(in store: any SettingsStore) -> Bounds { makeSettings(in: store) { Bounds() } }

  @Test(
    arguments: Path.allCases,
    [["low": 10], ["high": 0], ["low": 30, "high": 20], ["high": 1]] as [[String: SettingsValue]])
  func `a step that breaks a rule changes nothing`(path: Path, values: [String: SettingsValue]) {
    let store = InMemorySettingsStore()
    let errors = change(makeBounds(in: store), to: values, by: path)
    #expect(errors.count == (path == .skippingImport ? values.count : 1))
    #expect(errors.allSatisfy { $0.code == .invalid && $0.found == "inconsistent settings: low must be below high" })
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test(arguments: Path.allCases) func `all broken rules are listed`(path: Path) {
    let store = InMemorySettingsStore()
    let errors = change(makeBounds(in: store), to: ["low": 10, "least": 10], by: path)
    #expect(Set(errors.map(\.found)).count == 2)
    #expect(errors.count == 2)
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test(arguments: Path.allCases) func `a step that keeps the rules is made`(path: Path) {
    let bounds = makeBounds(in: InMemorySettingsStore())
    let errors = change(bounds, to: ["low": 20, "high": 30, "least": 9, "title": "\"new\""], by: path)
    #expect(errors.isEmpty)
    #expect(bounds.low.value == 20 && bounds.high.value == 30 && bounds.inner.least.value == 9)
  }

  @Test(arguments: Path.allCases, StoreKind.allCases)
  func `a rule sees the values of every kind of store`(path: Path, kind: StoreKind) throws {
    let store = kind.make()
    try store.set(5, forKey: exchangeKey("high"))
    let bounds = makeBounds(in: store)
    #expect(change(bounds, to: ["low": 5], by: path).map(\.code) == [.invalid])
    #expect(bounds.low.value == 1)
    #expect(change(bounds, to: ["low": 4], by: path).isEmpty)
    #expect(bounds.low.value == 4)
  }

  @Test(arguments: Path.allCases) func `a rule that was broken before does not concern other settings`(path: Path) {
    let bounds = makeBounds(in: InMemorySettingsStore([exchangeKey("low"): 20]))
    #expect(change(bounds, to: ["most": 5], by: path).isEmpty)
    #expect(bounds.inner.most.value == 5)
    #expect(change(bounds, to: ["low": 19], by: path).count == 1)
    #expect(change(bounds, to: ["low": 9], by: path).isEmpty)
  }

  @Test(arguments: Path.allCases) func `a rule sees the value that another layer decides`(path: Path) {
    let managed = InMemorySettingsStore([exchangeKey("high"): 3])
    let user = InMemorySettingsStore()
    let bounds = makeBounds(in: LayeredSettingsStore([.layer("managed", managed), .writable("user", user)]))
    #expect(change(bounds, to: ["low": 3], by: path).map(\.code) == [.invalid])
    #expect(change(bounds, to: ["low": 2], by: path).isEmpty)
    #expect(user.value(forKey: exchangeKey("low")) == 2)
  }

  // MARK: Outdated caches

  @Test(arguments: Path.allCases) func `a rule sees a change that the group isn't notified of yet`(path: Path) {
    let user = InMemorySettingsStore()
    let bounds = makeBounds(in: LayeredSettingsStore([.writable("user", user)]))
    let codes = Log<[SettingsError.Code]>()
    // Notified before the group, which observes the store from its first read on.
    let token = user.observe(exchangeKey("high")) { _ in
      codes.append(change(bounds, to: ["low": 5], by: path).map(\.code))
    }
    #expect(bounds.high.value == 10)
    user.set(4, forKey: exchangeKey("high"))
    user.removeObserver(token)
    #expect(codes.elements == [[.invalid]])
    #expect(user.value(forKey: exchangeKey("low")) == nil)
  }

  /// A group with a rule that counts its checks.
  private final class Counted: SettingsGroup, Sendable {
    let low = AnyGroup.record("low", 1)
    let high = AnyGroup.record("high", 10)

    static let checks = Log<Void>()

    func enumerateSettings(into list: inout SettingsList) {
      list.append(low)
      list.append(high)
    }

    static var rules: [SettingsRule<Counted>] {
      [
        SettingsRule("low must be below high, and be checked a limited number of times") { group in
          Counted.checks.append(())
          return Counted.checks.elements.count < 100 && group.low.value < group.high.value
        }
      ]
    }
  }

  @Test func `a draft is applied by an observer of a change that the draft isn't notified of yet`() {
    let store = InMemorySettingsStore()
    let counted = makeSettings(in: store) { Counted() }
    let draft = SettingsDraft(of: counted) { Counted() }
    let errors = Log<SettingsError>()
    // Notified before the draft, which observes the store from its first read on.
    let token = store.observe(exchangeKey("high")) { _ in
      do throws(SettingsError) { try draft.apply() } catch { errors.append(error) }
    }
    #expect(draft.settings.high.value == 10)
    draft.settings.low.value = 5
    store.set(8, forKey: exchangeKey("high"))
    store.removeObserver(token)
    #expect(errors.elements.map(\.code) == [])
    #expect(store.value(forKey: exchangeKey("low")) == 5)
    #expect(draft.settings.high.value == 8)
  }

  @Test func `a skipping import sets what no broken rule concerns`() throws {
    let store = InMemorySettingsStore()
    let bounds = makeBounds(in: store)
    let document = document(["low": 10, "most": 5, "high": "\"x\"", "oldLeast": 3])
    let differences = try bounds.diff(importing: document)
    #expect(differences.map(\.summary) == ["invalid", "undecodable", "change", "change"])
    #expect(store.keys(inDomain: exchangeDomain) == [])
    let report = try bounds.import(document, refused: .skip)
    #expect(report.changed.map(\.name) == ["inner.least", "inner.most"])
    #expect(report.refused.map(\.name) == ["low", "high"])
    #expect(bounds.brokenRules == [])
    let error = #expect(throws: SettingsError.self) { try bounds.import(document) }
    #expect(error?.code == .importRefused)
    #expect(error?.reasons.map(\.code) == [.undecodable, .invalid])
  }

  @Test func `a rule reads the supposed state of a setting, and the cache isn't changed`() throws {
    final class Related: SettingsGroup, Sendable {
      let first = AnyGroup.record("first", 1)
      let second = AnyGroup.record("second", 2)

      func enumerateSettings(into list: inout SettingsList) {
        list.append(first)
        list.append(second)
      }

      static var rules: [SettingsRule<Related>] {
        [
          SettingsRule("both or none are set") { $0.first.isSet == $0.second.isSet },
          SettingsRule("the stored values are equal") { $0.first.storedValue == $0.second.encodedValue },
          SettingsRule("the layers are equal") {
            $0.first.inspect().value == $0.second.inspect().value
              && $0.first.inspect().layers.first?.value == $0.second.inspect().storedValue
          },
        ]
      }
    }
    let related = makeSettings(in: InMemorySettingsStore()) { Related() }
    let error = #expect(throws: SettingsError.self) { try related.import(exchangeDocument(#""first": 7"#)) }
    #expect(error?.reasons.count == 3)
    #expect(related.first.value == 1 && related.second.value == 2)
    try related.import(exchangeDocument(#""first": 7, "second": 7"#))
    #expect(related.first.value == 7 && related.second.value == 7)
  }

  @Test func `concurrent imports never break a rule together`() async {
    let bounds = makeBounds(in: InMemorySettingsStore())
    await withTaskGroup(of: Void.self) { group in
      for name in ["low", "high"] {
        group.addTask {
          for round in 0..<2_000 {
            let document = exchangeDocument("\"\(name)\": \(name == "low" ? round % 20 : round % 21)")
            do { try bounds.import(document) } catch {}
          }
        }
      }
    }
    #expect(bounds.low.value < bounds.high.value)
  }
}
