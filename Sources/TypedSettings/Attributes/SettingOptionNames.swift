/// The names of a setting's command-line option.
///
/// ```swift
/// @Pref @PrefAttr(\.option, ["port", "p"]) var port = 6800      // --port 80, -p 80
/// @Pref @PrefAttr(\.option, "v") var isVerbose = false          // -v
/// ```
///
/// A name with one character becomes an option with one hyphen, and a longer name becomes an option with two. Leading
/// hyphens in a name are ignored.
public struct SettingOptionNames: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// The names without hyphens, in the order of the help text.
  public let names: [String]

  /// Creates a list of names.
  ///
  /// - Parameter names: The names; empty names are ignored.
  public init(_ names: [String]) {
    self.names = names.map { String($0.drop { $0 == "-" }) }.filter { !$0.isEmpty }
  }

  /// Creates a list with one name.
  public init(stringLiteral name: String) { self.init([name]) }

  /// Creates a list of names from an array literal.
  public init(arrayLiteral names: String...) { self.init(names) }

  /// The names with hyphens, such as `-p` and `--port`.
  public var options: [String] { names.map { $0.count == 1 ? "-\($0)" : "--\($0)" } }
}
