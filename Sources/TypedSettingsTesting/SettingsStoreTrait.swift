public import Testing
public import TypedSettings

/// A trait that gives each test case a store of its own.
public struct SettingsStoreTrait: SuiteTrait, TestTrait, TestScoping {
  let makeStore: @Sendable () -> any SettingsStore

  /// Tests inside a suite get the trait too, so each of them has its own store.
  public var isRecursive: Bool { true }

  /// Runs one test case with a fresh store as the current one.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of the test.
  ///   - function: Runs the case.
  /// - Throws: What the case throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let store = makeStore()
    defer { SharedSettings.removeAll(in: store) }
    try await PreferenceContext.$store.withValue(store) { try await function() }
  }
}

extension Trait where Self == SettingsStoreTrait {
  /// Gives each test case a fresh store in memory, so that cases can run side by side and touch nothing real.
  ///
  /// ```swift
  /// @Test(.isolatedSettings) func `a new timer runs 25 minutes`() {
  ///   #expect(TimerSettings().sessionLength == 25)
  /// }
  /// ```
  public static var isolatedSettings: Self { settingsStore(InMemorySettingsStore()) }

  /// Gives each test case a store that you make.
  ///
  /// - Parameter makeStore: Evaluated once for each test case.
  /// - Returns: The trait.
  public static func settingsStore(_ makeStore: @autoclosure @escaping @Sendable () -> any SettingsStore) -> Self {
    SettingsStoreTrait(makeStore: makeStore)
  }
}
