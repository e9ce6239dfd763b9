/// The names of a setting on the command line.
///
/// ```swift
/// @Pref @PrefAttr(\.option, ["port", "p"]) var port = 6800      // --port 80, -p 80
/// @Pref @PrefAttr(\.option, "v") var isVerbose = false          // -v
/// ```
///
/// A name of one character is an option with one hyphen, a longer name one with two. Hyphens at the beginning of a
/// name are ignored.
public struct SettingOptionNames: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// The names without hyphens, in the order in which help lists them.
  public let names: [String]

  /// Creates a list of names.
  ///
  /// - Parameter names: The names; empty ones are ignored.
  public init(_ names: [String]) {
    self.names = names.map { String($0.drop { $0 == "-" }) }.filter { !$0.isEmpty }
  }

  /// Creates a list of one name.
  public init(stringLiteral name: String) { self.init([name]) }

  /// Creates a list of names.
  public init(arrayLiteral names: String...) { self.init(names) }

  /// The names as they are typed, such as `-p` and `--port`.
  public var options: [String] { names.map { $0.count == 1 ? "-\($0)" : "--\($0)" } }
}
