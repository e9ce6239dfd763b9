#if canImport(Darwin) || UserDefaults
  import Testing

  /// One test at a time: `synchronize()` saves all suites of a process, those of other tests included.
  @Suite(.serialized, .enabled(if: TestSuite.isApart, "needs XDG_CONFIG_HOME to be a temporary folder"))
  enum UserDefaultsSuites {}
#endif
