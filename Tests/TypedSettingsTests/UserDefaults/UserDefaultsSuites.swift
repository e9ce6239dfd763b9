#if canImport(Darwin) || UserDefaults
  import Testing

  /// Serialized, because `synchronize()` saves all suites of a process, including those of other tests.
  @Suite(
    .serialized, .enabled(if: TestSuite.isApart, "needs XDG_CONFIG_HOME to be a temporary folder"),
    .timeLimit(.minutes(30)))
  enum UserDefaultsSuites {}
#endif
