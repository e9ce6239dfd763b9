import Foundation
import Testing
import TypedSettings

private struct Address: Codable, Equatable {
  var street: String
  var number: Int?
  var coordinates: [Double]
}

private struct Person: Codable, Equatable {
  var name: String
  var born: Date
  var photo: Data
  var site: URL
  var id: UUID
  var addresses: [Address]
  var scores: [String: Int]
  var byNumber: [Int: String]
  var tags: Set<String>
  var big: UInt64
  var raw: SettingsValue
}

private enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case rectangle(Double, Double)
  case none
}

private struct Empty: Codable, Equatable {}

private final class Animal: Codable, @unchecked Sendable {
  var name = "cat"
}

private indirect enum Tree: Codable {
  case leaf
  case node(Tree)
}

private struct Manual: Codable, Equatable {
  var values: [Int]

  init(values: [Int]) { self.values = values }

  init(from decoder: any Decoder) throws {
    var outer = try decoder.unkeyedContainer()
    let keyed = try outer.nestedContainer(keyedBy: Keys.self)
    var inner = try keyed.nestedUnkeyedContainer(forKey: .inner)
    values = []
    while !inner.isAtEnd { values.append(try inner.decode(Int.self)) }
    #expect(try outer.decodeNil())
    let last = try outer.superDecoder()
    #expect(try String(from: last) == "end")
    #expect(outer.isAtEnd)
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.unkeyedContainer()
    var keyed = outer.nestedContainer(keyedBy: Keys.self)
    var inner = keyed.nestedUnkeyedContainer(forKey: .inner)
    for value in values { try inner.encode(value) }
    try outer.encodeNil()
    try "end".encode(to: outer.superEncoder())
  }

  private enum Keys: String, CodingKey { case inner }
}

struct CodableTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try MigratingDecoder().decode(Value.self, from: MigratingEncoder().encode(value))
  }

  @Test func `a struct becomes a dictionary of named native values`() throws {
    let id = UUID()
    let person = Person(
      name: "N", born: Date(timeIntervalSinceReferenceDate: 0.1), photo: Data([1]),
      site: try #require(URL(string: "https://example.com")), id: id,
      addresses: [Address(street: "S", number: nil, coordinates: [1, 2.5])], scores: ["a": 1], byNumber: [3: "c"],
      tags: ["t"], big: .max, raw: ["x": [.null, 1]])
    let stored = try MigratingEncoder().encode(person)
    #expect(
      stored == [
        "name": "N", "born": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "photo": .data(Data([1])),
        "site": "https://example.com", "id": .string(id.uuidString),
        "addresses": [["street": "S", "number": .null, "coordinates": [1.0, 2.5]]], "scores": ["a": 1],
        "byNumber": ["3": "c"],
        "tags": ["t"], "big": .unsigned(.max), "raw": ["x": [.null, 1]],
      ])
    #expect(try roundTrip(person) == person)
  }

  @Test(arguments: [Shape.circle(radius: .pi), .rectangle(1, -0.0), .none])
  fileprivate func `an enum with payloads round-trips`(shape: Shape) throws { #expect(try roundTrip(shape) == shape) }

  @Test func `containers requested by hand round-trip`() throws {
    let stored = try MigratingEncoder().encode(Manual(values: [1, 2]))
    #expect(stored == [["inner": [1, 2]], .null, "end"])
    #expect(try roundTrip(Manual(values: [1, 2])) == Manual(values: [1, 2]))
    #expect(try MigratingEncoder().encode(Empty()) == [:])
    #expect(try roundTrip(Empty()) == Empty())
    #expect(try roundTrip(Animal()).name == "cat")
  }

  @Test func `an error names the coding path and no value`() throws {
    let stored: SettingsValue = [["street": "S", "coordinates": [1, "secret"]]]
    let error = try #require(throws: SettingsError.self) { try MigratingDecoder().decode([Address].self, from: stored) }
    #expect(error.code == .undecodable)
    #expect(error.codingPath == ["0", "coordinates", "1"])
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `an error names no key of a stored dictionary`() throws {
    let stored: SettingsValue = ["secret": ["street": [], "coordinates": []]]
    let error = try #require(throws: SettingsError.self) {
      try MigratingDecoder().decode([String: Address].self, from: stored)
    }
    #expect(error.codingPath == ["*", "street"])
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `custom coding code can catch the errors that Codable specifies`() throws {
    struct Tolerant: Decodable, Equatable {
      var kinds: [String] = []
      enum Keys: String, CodingKey { case number, missing, nothing, list }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        do { _ = try container.decode(Int.self, forKey: .number) } catch DecodingError.typeMismatch {
          kinds.append("type")
        }
        do { _ = try container.decode(Int.self, forKey: .missing) } catch DecodingError.keyNotFound {
          kinds.append("key")
        }
        do { _ = try container.decode(Int.self, forKey: .nothing) } catch DecodingError.valueNotFound {
          kinds.append("nil")
        }
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        do { _ = try list.decode(Int.self) } catch DecodingError.valueNotFound { kinds.append("end") }
      }
    }
    let stored: SettingsValue = ["number": "1", "nothing": .null, "list": []]
    #expect(try MigratingDecoder().decode(Tolerant.self, from: stored).kinds == ["type", "key", "nil", "end"])
  }

  @Test func `a value nested too deep fails to encode and to decode`() throws {
    var tree = Tree.leaf
    var stored: SettingsValue = ["leaf": [:]]
    for _ in 0..<SettingsValue.maximumDepth {
      tree = .node(tree)
      stored = ["node": ["_0": stored]]
    }
    let encoding = try #require(throws: SettingsError.self) { try MigratingEncoder().encode(tree) }
    #expect(encoding.code == .tooDeep)
    let decoding = try #require(throws: SettingsError.self) { try MigratingDecoder().decode(Tree.self, from: stored) }
    #expect(decoding.code == .tooDeep)
  }

  @Test func `an error of the type's own code is kept as the underlying one`() throws {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw SomeError() }
    }
    let error = try #require(throws: SettingsError.self) { try MigratingEncoder().encode(Refusing()) }
    #expect(error.code == .unencodable)
    #expect(error.underlying is SomeError)
  }

  @Test func `an error of the type's own code has the path of its value`() throws {
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw SomeError() }
    }
    struct Outer: Encodable {
      var number = 1
      var inner = [Refusing()]
    }
    let error = try #require(throws: SettingsError.self) { try MigratingEncoder().encode(Outer()) }
    #expect(error.codingPath == ["inner", "0"])
  }

  @Test func `user information reaches the types`() throws {
    struct Curious: Codable {
      static let key = CodingUserInfoKey(rawValue: "curious")
      var found: Bool
      init() { found = false }
      init(from decoder: any Decoder) throws { found = Self.key.map { decoder.userInfo[$0] != nil } ?? false }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.key.map { encoder.userInfo[$0] != nil } ?? false)
      }
    }
    let key = try #require(Curious.key)
    var encoder = MigratingEncoder()
    encoder.userInfo = [key: 1]
    #expect(try encoder.encode(Curious()) == true)
    var decoder = MigratingDecoder()
    decoder.userInfo = [key: 1]
    #expect(try decoder.decode(Curious.self, from: .null).found)
  }
}
