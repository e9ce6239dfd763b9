import TypedSettings

private enum Name: String, CodingKey { case a, b, c, inner }
private enum Other: String, CodingKey { case b, d }

/// A type whose coding is a pair of functions, so that a row of the table is in one place.
private protocol Handwritten: Codable, Equatable, Sendable {
  init()
}

/// Nested dictionaries and arrays, requested by hand.
private struct Woven: Handwritten {
  var numbers = [1, 2]

  init() {}
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let keyed = try list.nestedContainer(keyedBy: Name.self)
    var inner = try keyed.nestedUnkeyedContainer(forKey: .inner)
    numbers = []
    while !inner.isAtEnd {
      numbers.append(try inner.nestedContainer(keyedBy: Name.self).decode(Int.self, forKey: .a))
    }
    guard inner.currentIndex == 2, list.currentIndex == 1 else { throw SomeError() }
    var last = try list.nestedUnkeyedContainer()
    guard try last.decodeNil(), last.isAtEnd, list.isAtEnd else { throw SomeError() }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    var keyed = list.nestedContainer(keyedBy: Name.self)
    var inner = keyed.nestedUnkeyedContainer(forKey: .inner)
    for number in numbers {
      var place = inner.nestedContainer(keyedBy: Name.self)
      try place.encode(number, forKey: .a)
    }
    var last = list.nestedUnkeyedContainer()
    try last.encodeNil()
  }
}

/// Requests the containers of a place more than once, also with other keys.
private struct Twice: Handwritten {
  var a = 1
  var b = 2
  var list = [3, 4]

  init() {}
  init(from decoder: any Decoder) throws {
    a = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: .a)
    b = try decoder.container(keyedBy: Other.self).decode(Int.self, forKey: .b)
    let inner = try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Name.self, forKey: .inner)
    guard try inner.decode(Int.self, forKey: .a) == 5 else { throw SomeError() }
    let again = try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Other.self, forKey: .inner)
    guard try again.decode(Int.self, forKey: .d) == 6 else { throw SomeError() }
    var unkeyed = try decoder.container(keyedBy: Name.self).nestedUnkeyedContainer(forKey: .c)
    list = [try unkeyed.decode(Int.self)]
    var fresh = try decoder.container(keyedBy: Name.self).nestedUnkeyedContainer(forKey: .c)
    guard try fresh.decode(Int.self) == list[0] else { throw SomeError() }
    list.append(try unkeyed.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var first = encoder.container(keyedBy: Name.self)
    var second = encoder.container(keyedBy: Other.self)
    try second.encode(b, forKey: .b)
    try first.encode(a, forKey: .a)
    var inner = first.nestedContainer(keyedBy: Name.self, forKey: .inner)
    var again = first.nestedContainer(keyedBy: Other.self, forKey: .inner)
    try again.encode(6, forKey: .d)
    try inner.encode(5, forKey: .a)
    var early = first.nestedUnkeyedContainer(forKey: .c)
    try early.encode(list[0])
    var late = first.nestedUnkeyedContainer(forKey: .c)
    try late.encode(list[1])
  }
}

/// Writes to containers of several places alternately.
private struct Interleaved: Handwritten {
  var left = [1, 3]
  var right = [2, 4]

  init() {}
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var left = try list.nestedUnkeyedContainer()
    var right = try list.nestedUnkeyedContainer()
    self.left = [try left.decode(Int.self), 0]
    self.right = [try right.decode(Int.self), 0]
    self.left[1] = try left.decode(Int.self)
    self.right[1] = try right.decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    var first = list.nestedUnkeyedContainer()
    var second = list.nestedUnkeyedContainer()
    try first.encode(left[0])
    try second.encode(right[0])
    try first.encode(left[1])
    try second.encode(right[1])
  }
}

/// Requests containers and leaves them empty.
private struct Hollow: Handwritten {
  init() {}
  init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Name.self)
    guard try keyed.nestedContainer(keyedBy: Other.self, forKey: .a).allKeys.isEmpty else { throw SomeError() }
    guard try keyed.nestedUnkeyedContainer(forKey: .b).isAtEnd, !keyed.contains(.c) else { throw SomeError() }
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Name.self)
    _ = keyed.nestedContainer(keyedBy: Other.self, forKey: .a)
    _ = keyed.nestedUnkeyedContainer(forKey: .b)
  }
}

/// Requests no container at all.
private struct Mute: Handwritten {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

/// Uses the encoders for a superclass as places for other values.
private struct Supers: Handwritten {
  var number = 1
  var list = ["a"]
  var flag = true

  init() {}
  init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Name.self)
    number = try Int(from: keyed.superDecoder())
    list = try [String](from: keyed.superDecoder(forKey: .a))
    var inner = try keyed.nestedUnkeyedContainer(forKey: .b)
    flag = try inner.superDecoder().singleValueContainer().decode(Bool.self)
    guard inner.isAtEnd else { throw SomeError() }
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Name.self)
    let later = keyed.superEncoder()
    try list.encode(to: keyed.superEncoder(forKey: .a))
    var inner = keyed.nestedUnkeyedContainer(forKey: .b)
    var single = inner.superEncoder().singleValueContainer()
    try single.encode(flag)
    try number.encode(to: later)
  }
}

/// Writes a key several times; the last value is kept.
private struct Overwriting: Handwritten {
  var number = 3

  init() {}
  init(from decoder: any Decoder) throws {
    number = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: .a)
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Name.self)
    try keyed.encode("text", forKey: .a)
    try keyed.encodeNil(forKey: .a)
    try keyed.encode(number, forKey: .a)
  }
}

/// Encodes nothing where there is no value.
private struct Sparse: Handwritten {
  var number: Int?
  var text: String? = "t"

  init() {}
  init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: Name.self)
    guard keyed.contains(.c), try keyed.decodeNil(forKey: .c), keyed.allKeys.count == 2 else { throw SomeError() }
    number = keyed.contains(.a) ? try keyed.decode(Int.self, forKey: .a) : nil
    text = try keyed.decodeIfPresent(String.self, forKey: .b)
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Name.self)
    if let number { try keyed.encode(number, forKey: .a) }
    try keyed.encodeIfPresent(text, forKey: .b)
    try keyed.encodeNil(forKey: .c)
  }
}

/// Encodes values of many kinds into one array.
private struct Mixed: Handwritten {
  var number = 5
  var text = "t"
  var rest = [true, false]

  init() {}
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    number = try list.decode(Int.self)
    text = try list.decode(String.self)
    guard try list.decodeIfPresent(Int.self) == nil, list.currentIndex == 3 else { throw SomeError() }
    guard try !list.decodeNil(), list.count == 5 else { throw SomeError() }
    rest = []
    while !list.isAtEnd { rest.append(try list.decode(Bool.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(number)
    try list.encode(text)
    try list.encodeNil()
    try list.encode(contentsOf: rest)
    guard list.count == 5 else { throw SomeError() }
  }
}

/// Reads an element again after it had another type.
private struct Retrying: Handwritten {
  var text = "t"

  init() {}
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    do {
      _ = try list.decode(Int.self)
      throw SomeError()
    } catch DecodingError.typeMismatch {
      text = try list.decode(String.self)
    }
    guard list.isAtEnd else { throw SomeError() }
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(text)
  }
}

/// Reads the one of two keys that is present.
private struct Flattened: Handwritten {
  var number = 5
  var rest: [String: Int] = ["x": 1, "y": 2]

  init() {}
  init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: AnyName.self)
    number = try keyed.decode(Int.self, forKey: AnyName(stringValue: "number"))
    rest = [:]
    for key in keyed.allKeys where key.stringValue != "number" {
      rest[key.stringValue] = try keyed.decode(Int.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: AnyName.self)
    try keyed.encode(number, forKey: AnyName(stringValue: "number"))
    for (key, value) in rest { try keyed.encode(value, forKey: AnyName(stringValue: key)) }
  }

  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Writes one form and also reads an older one.
private struct Versioned: Handwritten {
  var seconds = 90

  init() {}
  init(from decoder: any Decoder) throws {
    do {
      seconds = try decoder.singleValueContainer().decode(Int.self)
    } catch {
      let keyed = try decoder.container(keyedBy: Name.self)
      seconds = try keyed.decode(Int.self, forKey: .a) * 60 + keyed.decode(Int.self, forKey: .b)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: Name.self)
    try keyed.encode(seconds / 60, forKey: .a)
    try keyed.encode(seconds % 60, forKey: .b)
  }
}

extension CodableShape {
  private static func row<Value: Handwritten>(_ name: String, _ type: Value.Type, stored: SettingsValue) -> CodableShape
  {
    CodableShape(name, Value(), stored: stored)
  }

  static let handwritten: [CodableShape] = [
    row("dictionaries and arrays in each other", Woven.self, stored: [["inner": [["a": 1], ["a": 2]]], [.null]]),
    row(
      "containers asked for twice", Twice.self, stored: ["a": 1, "b": 2, "inner": ["a": 5, "d": 6], "c": [3, 4]]),
    row("containers written by turns", Interleaved.self, stored: [[1, 3], [2, 4]]),
    row("containers of nothing", Hollow.self, stored: ["a": [:], "b": []]),
    row("no container", Mute.self, stored: [:]),
    CodableShape("no container in a struct", Boxed(content: Mute()), stored: ["content": [:]]),
    CodableShape("no container in an array", [Mute(), Mute()], stored: [[:], [:]]),
    row("places of superclasses", Supers.self, stored: ["super": 1, "a": ["a"], "b": [true]]),
    row("a key written twice", Overwriting.self, stored: ["a": 3]),
    row("a key left out", Sparse.self, stored: ["b": "t", "c": .null]),
    row("many kinds in one array", Mixed.self, stored: [5, "t", .null, true, false]),
    row("an element tried twice", Retrying.self, stored: ["t"]),
    row("any keys beside known ones", Flattened.self, stored: ["number": 5, "x": 1, "y": 2]),
    row("another form tried first", Versioned.self, stored: ["a": 1, "b": 30]),
    CodableShape("handwritten types in a struct", Boxed(content: [Woven()])),
  ]
}
