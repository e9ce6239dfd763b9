import Foundation
import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats

/// A struct of every scalar.
struct Scalars: Codable {
  var flag = true
  var number = 5
  var small: UInt8 = 6
  var ratio: Float = 0.5
  var text = "t"
  var date = Date(timeIntervalSinceReferenceDate: 1)
  var data = Data([1])
  var link = URL(string: "https://example.com")
  var id: UUID?
  var amount: Decimal = 1.5
  var word = Word.one
}

enum Word: String, Codable { case one, two }

indirect enum Figure: Codable {
  case one
  case circle(radius: Double, label: String?)
  case square(Int, Figure)
}

/// A struct of structs and collections.
struct Nested: Codable {
  var inner = Scalars()
  var figure = Figure.circle(radius: 1, label: "l")
  var list = [Scalars()]
  var byName = ["a": 1]
  var byNumber = [1: [true]]
  var tree: Tree?
  var number: Int?? = 1
}

indirect enum Tree: Codable {
  case leaf(Int)
  case node(left: Tree, right: Tree)
}

final class Chain: Codable {
  var text: String
  var next: Chain?

  init(_ text: String, next: Chain? = nil) {
    self.text = text
    self.next = next
  }
}

/// Requests its containers by hand, one of them twice, and encodes a part under "super".
struct Manual: Codable {
  var number: Int?
  var list: [Int?]
  var word: Word?

  enum Key: CodingKey { case number, list, inner }

  init(number: Int?, list: [Int?], word: Word?) {
    self.number = number
    self.list = list
    self.word = word
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decodeIfPresent(Int.self, forKey: .number)
    list = []
    var unkeyed = try container.nestedUnkeyedContainer(forKey: .list)
    while !unkeyed.isAtEnd { list.append(try unkeyed.decodeIfPresent(Int.self)) }
    let inner = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .inner)
    word = try Word?(from: inner.superDecoder())
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(number, forKey: .number)
    var unkeyed = container.nestedUnkeyedContainer(forKey: .list)
    for element in list { try unkeyed.encode(element) }
    var again = encoder.container(keyedBy: Key.self)
    var inner = again.nestedContainer(keyedBy: Key.self, forKey: .inner)
    try word.encode(to: inner.superEncoder())
  }
}

/// Determines its kind by trying one type after another.
enum Anything: Codable {
  case null
  case flag(Bool)
  case number(Int)
  case ratio(Double)
  case text(String)
  case list([Anything])
  case byName([String: Anything])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ make: (Value) -> Anything) -> Anything? {
      do { return make(try container.decode(Value.self)) } catch { return nil }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = read(Anything.flag) ?? read(Anything.number) ?? read(Anything.ratio) ?? read(Anything.text)
      ?? read(Anything.list)
    {
      self = value
    } else {
      self = .byName(try container.decode([String: Anything].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .ratio(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .byName(let value): try container.encode(value)
    }
  }
}
