/// The names that emitted code uses for declarations of the library.
enum Library {
  /// The prefix of public names, which the user's declarations could hide.
  ///
  /// Names that start with two underscores need no prefix.
  #if compiler(>=6.3)
    static let prefix = "TypedSettings::"
  #else
    static let prefix = "TypedSettings."
  #endif
}
