#if canImport(Darwin) || UserDefaults
  import Testing

  /// One test at a time: `synchronize()` saves all suites of a process, those of other tests included.
  @Suite(.serialized) enum UserDefaultsSuites {}
#endif
