#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A color that is stored as text in the form `#rrggbb`.
struct HexColor: RawRepresentable, Codable, Hashable {
  let rawValue: String

  init?(rawValue: String) {
    guard rawValue.wholeMatch(of: /#[0-9a-f]{6}/) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a color from 24 bits.
  init(_ bits: UInt32) {
    let digits = String(bits & 0xff_ffff, radix: 16)
    rawValue = "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

enum LineEnding: String, Codable, CaseIterable {
  case lf, crlf, cr
}

enum TabKey: String, Codable, CaseIterable {
  case tab, spaces
}

enum Appearance: Int, Codable, CaseIterable {
  case system, light, dark
}

enum WritingDirection: Int, Codable, CaseIterable {
  case leftToRight, rightToLeft, vertical
}

enum Invisible: String, Codable, CaseIterable {
  case newline, tab, space, noBreakSpace, fullWidthSpace, control
}

enum ExternalChange: String, Codable, CaseIterable {
  case ignore, notify, reload
}

enum PrintedColors: String, Codable, CaseIterable {
  case none, theme, other
}

/// The name and the size of a font.
struct Font: Codable, Hashable {
  var name: String
  var size: Double
}

struct Frame: Codable, Hashable {
  var x, y, width, height: Double
}

/// The colors of a syntax theme.
struct ThemeColors: Codable, Hashable {
  var text = HexColor(0x000000)
  var background = HexColor(0xffffff)
  var keywords = HexColor(0xad3da4)
  var comments: HexColor? = nil
}

/// A rule for a kind of file.
struct FileRule: Codable, Hashable {
  var tab: TabKey?
  var tabWidth: Int?
  var ending: LineEnding?
  var trimsSpaces = false
}

/// A text that the user inserts by its name.
struct Snippet: Codable, Hashable {
  var id = UUID()
  var name: String
  var text: String
  var scopes: Set<String> = []
}

/// An entry in the find panel's history.
enum FindEntry: Codable, Hashable {
  case literal(String, ignoresCase: Bool)
  case regularExpression(pattern: String, template: String)
}
