/// A property wrapper that removes leading and trailing Unicode whitespace from a string.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Trimmed.self) var title = ""      // "  Intro\n" becomes "Intro"
/// }
/// ```
@propertyWrapper
public struct Trimmed: ProjectingSettingWrapper, Sendable {
  private var text: String

  /// Creates a wrapper with a string and removes its leading and trailing whitespace.
  public init(wrappedValue: String) { text = Self.trimmed(wrappedValue) }

  /// The string; leading and trailing whitespace is removed on assignment.
  public var wrappedValue: String {
    get { text }
    set { text = Self.trimmed(newValue) }
  }

  /// Creates a wrapper with a string.
  public static func makeWrapper(from value: String, config: Void) -> Trimmed { Trimmed(wrappedValue: value) }

  private static func trimmed(_ text: String) -> String {
    guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }
}
