/// The settings of ``SettingsDocument`` for a decoder that derives each type from its name.
///
/// No attempt to decode fails, so this is the minimum cost of `JSONDecoder` for names that only the document lists.
struct KnownTypeSettings: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Window: Decodable {
    let width: Double
    let height: Int64
    let title: String
    let open: Bool

    var tree: AnyJSON {
      .object(["width": .double(width), "height": .integer(height), "title": .string(title), "open": .bool(open)])
    }
  }

  let settings: [String: AnyJSON]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    let names = container.allKeys
    var settings = [String: AnyJSON](minimumCapacity: names.count)
    for name in names {
      settings[name.stringValue] =
        switch name.stringValue.utf8.last {
        case UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "2"):
          .integer(try container.decode(Int64.self, forKey: name))
        case UInt8(ascii: "3"), UInt8(ascii: "4"): .bool(try container.decode(Bool.self, forKey: name))
        case UInt8(ascii: "5"): .double(try container.decode(Double.self, forKey: name))
        case UInt8(ascii: "6"), UInt8(ascii: "7"): .string(try container.decode(String.self, forKey: name))
        case UInt8(ascii: "8"): .array(try container.decode([Int64].self, forKey: name).map(AnyJSON.integer))
        default: try container.decode(Window.self, forKey: name).tree
        }
    }
    self.settings = settings
  }
}
