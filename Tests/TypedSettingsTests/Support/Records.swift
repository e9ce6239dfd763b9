import TypedSettings

/// The key that most tests use.
let testKey = SettingsKey(domain: "com.example.tests", name: "Value")

/// Makes something whose settings are kept in a store.
func makeSettings<Made>(in store: any SettingsStore, _ make: () -> Made) -> Made {
  PreferenceContext.$store.withValue(store, operation: make)
}

/// A record of the test key in a store.
func makeRecord<Value: SettingsValueConvertible>(
  in store: any SettingsStore, default value: Value, traits: SettingsTrait = [],
  publish: SettingPublication = .afterStore
) -> SettingRecord<Value> {
  makeSettings(in: store) {
    SettingRecord(name: "value", key: testKey, default: value, traits: traits, coding: .automatic, publish: publish)
  }
}

/// Collects what concurrent code reports.
final class Log<Element: Sendable>: Sendable {
  private let storage = LockedState<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func append(_ element: Element) { storage.withLock { $0.append(element) } }

  /// Waits until so many elements are there: a change may be told by another thread than the one that looks for it.
  func elements(atLeast count: Int) async throws -> [Element] {
    try await wait { elements.count >= count }
    return elements
  }
}

/// Runs an operation and returns what it reported.
func reports(of operation: () throws -> Void) rethrows -> [SettingsError] {
  let log = Log<SettingsError>()
  try SettingsDiagnostics.withHandler({ log.append($0) }, operation: operation)
  return log.elements
}

struct SomeError: Error {}
