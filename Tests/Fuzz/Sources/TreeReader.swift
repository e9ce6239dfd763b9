import Foundation
import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

extension ByteReader {
  /// Names that the subjects use, and strings that one of them interprets.
  private static let names = [
    "flag", "number", "small", "ratio", "text", "date", "data", "link", "id", "amount", "word", "figure", "inner",
    "list", "byName", "byNumber", "tree", "circle", "square", "radius", "_0", "label", "one", "two", "rawValue",
    "super",
    "next", "leaf", "node", "left", "right", "YES", "no", "true", "1", "0", "-5", "1.5", "1e400", "NaN", "-Infinity",
    "2024-02-29T12:00:00Z", "AQID", "https://example.com/a?b", "{}", "[]", "[1,2]", #"{"number": 5, "list": [1]}"#,
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "12345678901234567890.5", "",
  ]

  private mutating func name() -> String {
    let choice = below(Self.names.count + 1)
    return choice < Self.names.count ? Self.names[choice] : text(below(16))
  }

  /// Creates a stored value from an input; every tree is reachable, and most inputs nearly match a subject.
  mutating func tree(_ depth: Int = 0) -> SettingsValue {
    // Deeper nesting takes long and covers nothing that a few levels don't.
    let isLeaf = isAtEnd || depth > 8
    switch below(isLeaf ? 9 : 16) {
    case 0: return .null
    case 1: return .bool(byte() & 1 == 1)
    case 2: return .integer(Int64(Int8(bitPattern: byte())))
    case 3:
      let word = word()
      return word > UInt64(Int64.max) ? .unsigned(word) : .integer(Int64(word))
    case 4: return .double(Double(bitPattern: word()))
    case 5, 6: return .string(name())
    case 7: return .data(data(below(64)))
    case 8: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word())))
    case 9, 10, 11: return .array((0..<below(5)).map { _ in tree(depth + 1) })
    case 12 where depth == 0:
      return (0..<below(120)).reduce(tree(depth + 1)) { tree, _ in [tree] }
    default:
      let pairs = (0..<below(9)).map { _ in (name(), tree(depth + 1)) }
      return .dictionary(Dictionary(pairs) { first, _ in first })
    }
  }
}
