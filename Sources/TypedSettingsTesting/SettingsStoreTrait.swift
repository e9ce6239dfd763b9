public import Testing
public import TypedSettingsCore

/// A trait that provides each test case with its own store.
public struct SettingsStoreTrait: SuiteTrait, TestTrait, TestScoping {
  let makeStore: @Sendable () -> any SettingsStore

  /// A Boolean value that indicates that the trait applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with a new store as the current one.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of the test.
  ///   - function: A closure that runs the case.
  /// - Throws: The error of the case.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let store = makeStore()
    defer { __SharedSettings.removeAll(in: store) }
    try await PreferenceContext.$store.withValue(store) { try await function() }
  }
}

extension Trait where Self == SettingsStoreTrait {
  /// A trait that provides each test case with a new in-memory store.
  ///
  /// Test cases can run in parallel and never access the user's settings.
  ///
  /// ```swift
  /// @Test(.isolatedSettings) func `a new timer runs 25 minutes`() {
  ///   #expect(TimerSettings().sessionLength == 25)
  /// }
  /// ```
  public static var isolatedSettings: Self { settingsStore(InMemorySettingsStore()) }

  /// Returns a trait that provides each test case with a store that you create.
  ///
  /// - Parameter makeStore: An expression that creates the store, evaluated once for each test case.
  /// - Returns: The trait.
  public static func settingsStore(_ makeStore: @autoclosure @escaping @Sendable () -> any SettingsStore) -> Self {
    SettingsStoreTrait(makeStore: makeStore)
  }
}
