import TypedSettings

private enum Word: String, Codable { case one, two = "zwei" }
private enum Number: Int, Codable { case minus = -1, one = 1 }
private enum Small: UInt8, Codable { case last = 255 }
private enum Fraction: Double, Codable { case half = 0.5, whole = 1 }

private struct Point: Codable, Equatable {
  var x = 1
  var y = 2
}

private enum Figure: Codable, Equatable {
  case empty
  case circle(radius: Double)
  case rectangle(Double, Double)
  case text(String, size: Int)
  case polygon([Point])
  case nothing(Int?)
  case pair(first: Optional<Int>, second: Int?)
  case group(inner: Inner)

  enum Inner: Codable, Equatable {
    case leaf
    case deep(Word, Point)
  }
}

private enum Renamed: Codable, Equatable {
  case value(number: Int)
  case none

  enum CodingKeys: String, CodingKey { case value = "wert", none = "nichts" }
  enum ValueCodingKeys: String, CodingKey { case number = "zahl" }
}

private enum Defaulting: Codable, Equatable {
  case value(kept: Int, forgotten: Int = 7)

  enum ValueCodingKeys: CodingKey { case kept }
}

private enum Either<Left: Codable & Equatable & Sendable, Right: Codable & Equatable & Sendable>: Codable, Equatable,
  Sendable
{
  case left(Left)
  case right(Right)
}

private struct Choices: Codable, Equatable {
  var word = Word.two
  var figure = Figure.empty
  var optional: Figure?
}

extension CodableShape {
  static let enumerations: [CodableShape] = [
    CodableShape("an enum of String", Word.two, stored: "zwei"),
    CodableShape("an enum of Int", Boxed(content: Number.minus), stored: ["content": -1]),
    CodableShape("an enum of UInt8", [Small.last], stored: [255]),
    CodableShape("an enum of Double", Boxed(content: Fraction.half), stored: ["content": 0.5]),
    CodableShape("an enum of Double that is whole", Fraction.whole, stored: 1.0),
    CodableShape("a case without payload", Figure.empty, stored: ["empty": [:]]),
    CodableShape("a case of a label", Figure.circle(radius: 1.5), stored: ["circle": ["radius": 1.5]]),
    CodableShape("a case without labels", Figure.rectangle(1, -0.0), stored: ["rectangle": ["_0": 1.0, "_1": -0.0]]),
    CodableShape("a case of both", Figure.text("t", size: 3), stored: ["text": ["_0": "t", "size": 3]]),
    CodableShape("a case of structs", Figure.polygon([Point()]), stored: ["polygon": ["_0": [["x": 1, "y": 2]]]]),
    CodableShape("a case of nil", Figure.nothing(nil), stored: ["nothing": ["_0": .null]]),
    CodableShape(
      "a case of an optional", Figure.pair(first: nil, second: 2), stored: ["pair": ["first": .null, "second": 2]]),
    CodableShape(
      "a case of a case", Figure.group(inner: .deep(.one, Point())),
      stored: ["group": ["inner": ["deep": ["_0": "one", "_1": ["x": 1, "y": 2]]]]]),
    CodableShape("cases of other names", Renamed.value(number: 1), stored: ["wert": ["zahl": 1]]),
    CodableShape("a case of another name", Boxed(content: Renamed.none), stored: ["content": ["nichts": [:]]]),
    CodableShape("a payload that is not coded", Defaulting.value(kept: 1), stored: ["value": ["kept": 1]]),
    CodableShape(
      "a generic enum", [Either<Int, Word>.left(1), .right(.one)],
      stored: [["left": ["_0": 1]], ["right": ["_0": "one"]]]),
    CodableShape(
      "a generic enum of itself", Boxed(content: Either<Either<Int, Bool>, Int>.left(.right(true))),
      stored: ["content": ["left": ["_0": ["right": ["_0": true]]]]]),
    CodableShape(
      "enums in a struct", Choices(), stored: ["word": "zwei", "figure": ["empty": [:]], "optional": .null]),
  ]
}
