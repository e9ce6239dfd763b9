import TypedSettings

/// A way to nest values: a type whose code requests one more level until none is left.
enum Descent {
  enum Key: CodingKey { case next, other }

  /// One more element, encoded and decoded as a value.
  struct Elements: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      levels = container.isAtEnd ? 1 : try container.decode(Elements.self).levels + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if levels > 1 { try container.encode(Elements(levels: levels - 1)) }
    }
  }

  /// One more property, encoded and decoded as a value.
  struct Properties: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      levels = (try container.decodeIfPresent(Properties.self, forKey: .next)?.levels ?? 0) + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      if levels > 1 { try container.encode(Properties(levels: levels - 1), forKey: .next) }
    }
  }

  /// One more dictionary, requested by hand, in a loop.
  struct Containers: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.container(keyedBy: Key.self)
      levels = 1
      while container.contains(.next) {
        container = try container.nestedContainer(keyedBy: Key.self, forKey: .next)
        levels += 1
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for _ in 1..<levels { container = container.nestedContainer(keyedBy: Key.self, forKey: .next) }
    }
  }

  /// One more array, requested by hand, in a loop.
  struct Lists: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      levels = 1
      while !container.isAtEnd {
        container = try container.nestedUnkeyedContainer()
        levels += 1
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 1..<levels { container = container.nestedUnkeyedContainer() }
    }
  }

  /// One more superclass, in a loop.
  struct Supers: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.container(keyedBy: Key.self)
      levels = 1
      while container.contains(.next) {
        container = try container.superDecoder(forKey: .next).container(keyedBy: Key.self)
        levels += 1
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for _ in 1..<levels { container = container.superEncoder(forKey: .next).container(keyedBy: Key.self) }
    }
  }

  /// One more superclass in an array, in a loop.
  struct ListedSupers: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      levels = 1
      while !container.isAtEnd {
        container = try container.superDecoder().unkeyedContainer()
        levels += 1
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 1..<levels { container = container.superEncoder().unkeyedContainer() }
    }
  }

  /// One more value in the same place, which adds no level to the tree but one to the stack.
  struct Wrappers: Encodable {
    var levels: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if levels > 1 { try container.encode(Wrappers(levels: levels - 1)) } else { try container.encodeNil() }
    }
  }

  /// A type that requests itself in its own place endlessly.
  struct Bottomless: Decodable {
    init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Bottomless.self) }
  }

  /// Nested arrays, the innermost one empty.
  static func arrays(_ levels: Int) -> SettingsValue { (1..<levels).reduce([]) { value, _ in [value] } }

  /// Nested dictionaries, the innermost one empty.
  static func dictionaries(_ levels: Int) -> SettingsValue { (1..<levels).reduce([:]) { value, _ in ["next": value] } }
}
