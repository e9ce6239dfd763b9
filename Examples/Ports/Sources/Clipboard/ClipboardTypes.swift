enum SearchMode: String, Codable, CaseIterable {
  case exact, fuzzy, regularExpression, mixed
}

enum SortOrder: String, Codable, CaseIterable {
  case lastCopied, firstCopied, numberOfCopies
}

enum PopupPlace: String, Codable, CaseIterable {
  case pointer, menuBarIcon, windowCenter, screenCenter, lastPlace
}

enum MenuIcon: String, Codable, CaseIterable {
  case clipboard, scissors, paperclip
}

enum Highlight: String, Codable, CaseIterable {
  case bold, color, italic, underline
}

enum PinPlace: String, Codable, CaseIterable {
  case top, bottom
}

/// A kind of clipboard content.
enum ContentKind: String, Codable, CaseIterable {
  case text, richText, html, image, file
}

/// A key with its modifiers.
struct KeyCombination: Codable, Hashable {
  enum Modifier: String, Codable, CaseIterable {
    case command, control, option, shift
  }

  var keyCode: Int
  var modifiers: Set<Modifier>
}

struct Size: Codable, Hashable {
  var width: Double
  var height: Double
}

/// A rule for copies from one application.
struct ApplicationRule: Codable, Hashable {
  var isIgnored = false
  var pastesWithoutFormatting = false
  var keepsOnly: Set<ContentKind> = Set(ContentKind.allCases)
}
