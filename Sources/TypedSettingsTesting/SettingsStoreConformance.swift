public import Testing
public import TypedSettingsCore

/// Verifies that a store meets the requirements of `SettingsStore`.
///
/// ```swift
/// @Test func `my store meets the requirements`() throws {
///   try verifySettingsStore { MyStore() }
/// }
/// ```
///
/// A write must notify observers before it returns. A setting also works in a store that notifies them later, but this
/// function doesn't wait for that. If writes need the main thread, don't call this function there: it blocks its thread
/// while another one uses the store.
///
/// - Parameters:
///   - sharingDomains: Pass `true` for a store in which keys with the same name share a value, whatever their domain,
///     such as a `UserDefaultsSettingsStore` with one suite.
///   - sourceLocation: The source location to report failures at.
///   - makeStore: A closure that creates an empty store, called once for each requirement.
/// - Returns: The promises, each with the result: it holds, it isn't offered, or it's broken. Broken ones are also
///   recorded as issues of the test.
/// - Throws: An unexpected error of the store.
@discardableResult
public func verifySettingsStore(
  sharingDomains: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  makeStore: () throws -> any SettingsStore
) throws -> [StorePromise] {
  let rules = StoreRules(sourceLocation: sourceLocation)
  try rules.verifyValues(of: makeStore())
  if !sharingDomains { try rules.verifyDomains(of: makeStore()) }
  try rules.verifyIntrospection(of: makeStore())
  guard try rules.verifyLocks(of: makeStore()) else { return rules.promises.all }
  try rules.verifyObservers(of: makeStore())
  try rules.verifyWritingObserver(of: makeStore())
  try rules.verifyExchanges(of: makeStore())
  try rules.verifyBatches(of: makeStore())
  if !sharingDomains { try rules.verifySteps(of: makeStore()) }
  return rules.promises.all
}

/// Verifies that a read-only store, such as a layer of a `LayeredSettingsStore`, meets its requirements.
///
/// Such a store implements `layers(forKey:)`, because the default implementation is meant for a writable store.
///
/// ```swift
/// @Test func `the environment meets the requirements`() {
///   let store = EnvironmentSettingsStore(environment: ["THEME": "dark"])
///   verifyReadOnlySettingsStore(store, holding: SettingsKey(domain: "com.example.app", name: "Theme"))
/// }
/// ```
///
/// - Parameters:
///   - store: The store.
///   - key: A key that has a value in the store.
///   - sourceLocation: The source location to report failures at.
public func verifyReadOnlySettingsStore(
  _ store: any SettingsStore, holding key: SettingsKey, sourceLocation: SourceLocation = #_sourceLocation
) {
  func expect(_ rule: Comment, _ holds: Bool) { #expect(holds, rule, sourceLocation: sourceLocation) }
  func isRefused(_ write: () throws -> Void) -> Bool {
    do { try write() } catch { return (error as? SettingsError)?.code == .readOnly }
    return false
  }
  let other = SettingsKey(domain: key.domain, name: "no such @key")
  let value = store.value(forKey: key)
  expect("the given key has a value", value != nil)
  expect(
    "the first layer with a value has the value of the store",
    store.layers(forKey: key).first(where: \.isDeciding)?.value == value)
  expect("an unknown key has no value", store.value(forKey: other) == nil)
  let notificationCount = LockedState(0)
  let token = store.observe(key) { _ in notificationCount.withLock { $0 += 1 } }
  for key in [key, other] {
    expect("no key can be written", !store.isWritable(key))
    expect("no layer is writable", !store.layers(forKey: key).contains(where: \.isWritable))
    expect("a write fails with 'readOnly'", isRefused { try store.set(7, forKey: key) })
    expect("a removal fails with 'readOnly'", isRefused { try store.set(nil, forKey: key) })
    expect("a batch fails with 'readOnly'", isRefused { try store.set([key: 7]) })
    expect(
      "an exchange fails with 'readOnly'",
      isRefused { _ = try store.compareExchange(expected: store.value(forKey: key), desired: 7, forKey: key) })
  }
  expect("a refused write changes nothing", store.value(forKey: key) == value && store.value(forKey: other) == nil)
  expect("a refused write notifies no observers", notificationCount.withLock { $0 } == 0)
  store.removeObserver(token)
  store.removeObserver(token)
  if let keys = store.keys(inDomain: key.domain) {
    expect("exactly the keys with values are listed", keys.contains(key) && !keys.contains(other))
  }
}
