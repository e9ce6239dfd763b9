/// The names that emitted code uses for declarations of the library.
enum Library {
  /// The prefix of public names of the core, which the user's declarations could hide.
  ///
  /// It's the module that declares them, because a program may import that one alone. Names that start with two
  /// underscores need no prefix.
  static let prefix = "TypedSettingsCore\(selector)"

  /// The prefix of the public name `PropertyListCopy`.
  static let prefixOfObjects = "TypedSettingsUserDefaults\(selector)"

  // A module selector names the module even if the program has a type of the same name, which hides it otherwise.
  #if compiler(>=6.3)
    private static let selector = "::"
  #else
    private static let selector = "."
  #endif
}
