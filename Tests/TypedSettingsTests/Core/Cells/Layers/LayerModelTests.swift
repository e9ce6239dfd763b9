import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// The laws of layers, checked against a model of one dictionary for each layer.
@Suite struct LayerModelTests {
  private struct Model {
    var layers: [[SettingsKey: SettingsValue]]
    let target: Int?

    func deciding(_ key: SettingsKey) -> Int? { layers.firstIndex { $0[key] != nil } }
    func value(_ key: SettingsKey) -> SettingsValue? { deciding(key).flatMap { layers[$0][key] } }
    func isLocked(_ key: SettingsKey) -> Bool {
      guard let deciding = deciding(key), let target else { return false }
      return deciding < target
    }
  }

  private static let keys = ["A", "B", "C"].map { SettingsKey(domain: "com.example.app", name: $0) }

  @Test(arguments: 0..<60) func `random layers and writes match the model`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &generator)
    let target = Bool.random(using: &generator) || count == 1 ? Int.random(in: 0..<count, using: &generator) : nil
    let stores = (0..<count).map { _ in InMemorySettingsStore() }
    let store = LayeredSettingsStore(
      stores.enumerated().map { $0 == target ? .writable("layer \($0)", $1) : .layer("layer \($0)", $1) })
    let records = PreferenceContext.$store.withValue(store) {
      Self.keys.map { SettingRecord(name: $0.name, key: $0, default: -1, coding: .automatic) }
    }
    let received = Log<(SettingsKey, SettingsValue?)>()
    let tokens = Self.keys.map { key in store.observe(key) { received.append(($0.key, $0.newValue)) } }
    var model = Model(layers: Array(repeating: [:], count: count), target: target)
    var expected: [(SettingsKey, SettingsValue?)] = []

    for _ in 0..<200 {
      let index = Int.random(in: 0..<Self.keys.count, using: &generator)
      let (key, record) = (Self.keys[index], records[index])
      let value = Bool.random(using: &generator) ? nil : Int.random(in: 0..<4, using: &generator)
      let stored = value.map { SettingsValue.integer(Int64($0)) }
      let before = model.value(key)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let layer = Int.random(in: 0..<count, using: &generator)
        stores[layer].set(stored, forKey: key)
        model.layers[layer][key] = stored
      case 1:
        var code: SettingsError.Code?
        do { try store.set(stored, forKey: key) } catch { code = (error as? SettingsError)?.code }
        #expect(code == (target == nil ? .readOnly : model.isLocked(key) ? .locked : nil))
        if code == nil, let target { model.layers[target][key] = stored }
      case 2:
        let reported = reports { value.map { record.value = $0 } ?? record.reset() }
        let isRefused = target == nil || model.isLocked(key)
        #expect(reported.map(\.code) == (isRefused ? [target == nil ? .readOnly : .locked] : []))
        if !isRefused, let target { model.layers[target][key] = stored }
      default:
        let guess = Bool.random(using: &generator) ? before : stored
        let isExpected = guess == before
        do {
          #expect(try store.compareExchange(expected: guess, desired: stored, forKey: key) == isExpected)
          if isExpected, stored != before, let target { model.layers[target][key] = stored }
        } catch {
          #expect(target == nil || model.isLocked(key))
        }
      }
      if model.value(key) != before { expected.append((key, model.value(key))) }
      #expect(store.value(forKey: key) == model.value(key))
      #expect(record.storedValue == model.value(key))
      #expect(record.source == model.deciding(key).map { .layer("layer \($0)") } ?? .default)
      #expect(record.isLocked == model.isLocked(key))
    }
    #expect(received.elements.map(\.0) == expected.map(\.0))
    #expect(received.elements.map(\.1) == expected.map(\.1))
    for token in tokens { store.removeObserver(token) }
  }
}
