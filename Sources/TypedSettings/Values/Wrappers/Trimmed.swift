/// A text without white space at its beginning and end, as Unicode defines white space.
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

  /// Makes a wrapper of a text, without the white space around it.
  public init(wrappedValue: String) { text = Self.trimmed(wrappedValue) }

  /// The text; assigning one leaves out the white space around it.
  public var wrappedValue: String {
    get { text }
    set { text = Self.trimmed(newValue) }
  }

  /// Makes the wrapper of a text.
  public static func makeWrapper(from value: String, config: Void) -> Trimmed { Trimmed(wrappedValue: value) }

  private static func trimmed(_ text: String) -> String {
    guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }
}
