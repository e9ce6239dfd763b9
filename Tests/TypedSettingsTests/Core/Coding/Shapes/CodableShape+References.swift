import TypedSettings

private indirect enum Tree: Codable, Equatable, Sendable {
  case leaf(Int)
  case node(left: Tree, right: Tree)

  /// Returns a tree with one path of the given length.
  static func path(_ length: Int) -> Tree {
    (0..<length).reduce(.leaf(0)) { tree, number in .node(left: .leaf(number), right: tree) }
  }
}

private struct Folder: Codable, Equatable {
  var name: String
  var folders: [Folder] = []
}

private final class Chain: Codable, Sendable {
  let number: Int
  let next: Chain?

  init(_ number: Int, next: Chain? = nil) {
    self.number = number
    self.next = next
  }

  var numbers: [Int] { [number] + (next?.numbers ?? []) }
}

private class Animal: Codable, @unchecked Sendable {
  var name = "cat"
  init() {}
}

/// Inherits the coding of its superclass, and doesn't encode its own property.
private final class Silent: Animal, @unchecked Sendable {
  var legs = 4
}

/// Encodes its superclass under "super".
private final class Nested: Animal, @unchecked Sendable {
  var legs = 4

  enum CodingKeys: CodingKey { case legs }

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    legs = try container.decode(Int.self, forKey: .legs)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(legs, forKey: .legs)
  }
}

/// Encodes its superclass under its own key.
private final class Keyed: Animal, @unchecked Sendable {
  var legs = 4

  enum CodingKeys: CodingKey { case legs, base }

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    legs = try container.decode(Int.self, forKey: .legs)
    try super.init(from: container.superDecoder(forKey: .base))
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(legs, forKey: .legs)
    try super.encode(to: container.superEncoder(forKey: .base))
  }
}

/// Shares the dictionary of its superclass, although the coding keys of both have the same name.
private final class Shared: Animal, @unchecked Sendable {
  var legs = 4

  private enum CodingKeys: CodingKey { case legs }

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    legs = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .legs)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(legs, forKey: .legs)
  }
}

/// Encodes its superclass into an array.
private final class Listed: Animal, @unchecked Sendable {
  var legs = 4

  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    legs = try container.decode(Int.self)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(legs)
    try super.encode(to: container.superEncoder())
  }
}

private func named<Kind: Animal>(_ animal: Kind, _ name: String) -> Kind {
  animal.name = name
  return animal
}

extension CodableShape {
  static let recursive: [CodableShape] = [
    CodableShape(
      "an enum of itself", Tree.path(1), stored: ["node": ["left": ["leaf": ["_0": 0]], "right": ["leaf": ["_0": 0]]]]),
    CodableShape("an enum of itself, deep", Tree.path(30)),
    CodableShape(
      "a struct of itself", Folder(name: "a", folders: [Folder(name: "b"), Folder(name: "c")]),
      stored: [
        "name": "a", "folders": [["name": "b", "folders": []], ["name": "c", "folders": []]],
      ]),
    CodableShape(
      "a class of itself", Chain(1, next: Chain(2)),
      stored: ["number": 1, "next": ["number": 2, "next": .null]]
    ) { $0.numbers == $1.numbers },
  ]

  static let classes: [CodableShape] = [
    CodableShape("a class", named(Animal(), "dog"), stored: ["name": "dog"]) { $0.name == $1.name },
    CodableShape("a subclass that codes nothing", named(Silent(), "dog"), stored: ["name": "dog"]) {
      $0.name == $1.name && $1.legs == 4
    },
    CodableShape("a superclass under super", named(Nested(), "dog"), stored: ["legs": 4, "super": ["name": "dog"]]) {
      $0.name == $1.name && $0.legs == $1.legs
    },
    CodableShape("a superclass under a key", named(Keyed(), "dog"), stored: ["legs": 4, "base": ["name": "dog"]]) {
      $0.name == $1.name && $0.legs == $1.legs
    },
    CodableShape("a superclass in the same dictionary", named(Shared(), "dog"), stored: ["legs": 4, "name": "dog"]) {
      $0.name == $1.name && $0.legs == $1.legs
    },
    CodableShape("a superclass in an array", named(Listed(), "dog"), stored: [4, ["name": "dog"]]) {
      $0.name == $1.name && $0.legs == $1.legs
    },
    CodableShape("objects in an array", [named(Nested(), "a"), named(Nested(), "b")]) {
      $0.map(\.name) == $1.map(\.name)
    },
  ]
}
