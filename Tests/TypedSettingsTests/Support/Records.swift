import Observation
import TypedSettings

/// The key that most tests use.
let testKey = SettingsKey(domain: "com.example.tests", name: "Value")

/// Creates an object whose settings are kept in a store.
func makeSettings<Made>(in store: any SettingsStore, _ make: () -> Made) -> Made {
  PreferenceContext.$store.withValue(store, operation: make)
}

/// Returns a record of the test key in a store.
func makeRecord<Value: SettingsValueConvertible>(
  in store: any SettingsStore, default value: Value, traits: SettingsTrait = [],
  publish: SettingObservation.Timing = .afterStore
) -> SettingRecord<Value> {
  makeSettings(in: store) {
    SettingRecord(name: "value", key: testKey, default: value, traits: traits, coding: .automatic, publish: publish)
  }
}

/// Calls a function at the next change that Swift Observation reports for a value.
func onNextChange<Value>(of value: @autoclosure () -> Value, _ onChange: @escaping @Sendable () -> Void) {
  withObservationTracking({ _ = value() }, onChange: onChange)
}

/// A collector of values from concurrent code.
final class Log<Element: Sendable>: Sendable {
  private let storage = LockedState<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func append(_ element: Element) { storage.withLock { $0.append(element) } }

  /// Waits until the log has the given number of elements, because a notification may arrive on another thread.
  func elements(atLeast count: Int) async throws -> [Element] {
    try await wait { elements.count >= count }
    return elements
  }
}

/// Runs an operation and returns its reports.
func reports(of operation: () throws -> Void) rethrows -> [SettingsError] {
  let log = Log<SettingsError>()
  try SettingsDiagnostics.withHandler({ log.append($0) }, operation: operation)
  return log.elements
}

struct SomeError: Error {}

/// Returns a record with the given name and a key of its own in each group.
func forwarded<Value: SettingsValueConvertible>(
  _ name: String, _ value: Value, in group: String = "A", documentation: String? = nil
) -> SettingRecord<Value> {
  forwarded(name, value, in: group, documentation: documentation, coding: .automatic)
}

/// Returns a record with the given name and a key of its own in each group.
func forwarded<Value>(
  _ name: String, _ value: Value, in group: String = "A", documentation: String? = nil, coding: SettingCoding<Value>
) -> SettingRecord<Value> {
  PreferenceContext.$store.withValue(InMemorySettingsStore()) {
    SettingRecord(
      name: name, key: SettingsKey(domain: "com.example.forwarding", name: "\(group).\(name)"), default: value,
      documentation: documentation, coding: coding)
  }
}
