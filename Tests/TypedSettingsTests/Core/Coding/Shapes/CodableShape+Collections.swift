import Foundation
import TypedSettings

private enum Color: String, Codable, CodingKeyRepresentable { case red, green }
private enum Plain: String, Codable { case one, two }
private enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high = 10 }

/// A key that is a string in dictionaries.
private struct Identifier: Hashable, Codable, CodingKeyRepresentable {
  var text: String
  var codingKey: any CodingKey { Key(stringValue: text) }

  init(_ text: String) { self.text = text }
  init?(codingKey: some CodingKey) { text = codingKey.stringValue }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

private struct Point: Hashable, Codable {
  var x = 1
  var y = 2
}

private struct Tags: Codable, Equatable {
  var tags: Set<String> = ["a", "b", "c"]
  var points: Set<Point> = [Point(), Point(x: 3, y: 4)]
}

extension CodableShape {
  static let keys: [CodableShape] = [
    CodableShape("a dictionary by String", ["a": 1, "": 2, "ä.b": 3], stored: ["a": 1, "": 2, "ä.b": 3]),
    CodableShape("an empty dictionary", Boxed(content: [String: Int]()), stored: ["content": [:]]),
    CodableShape("a dictionary by Int", [-1: "a", 20: "b"], stored: ["-1": "a", "20": "b"]),
    CodableShape("an empty dictionary by Int", Boxed(content: [Int: Int]()), stored: ["content": [:]]),
    CodableShape("a dictionary by an enum that stands for keys", [Color.red: 1], stored: ["red": 1]),
    CodableShape("a dictionary by an enum of integers that stands for keys", [Level.high: 1], stored: ["10": 1]),
    CodableShape("a dictionary by a struct that stands for keys", [Identifier("x y"): [1]], stored: ["x y": [1]]),
    CodableShape("a dictionary by an enum", [Plain.two: 1], stored: ["two": 1]),
    CodableShape("a dictionary by a struct", [Point(): "p"], stored: [["x": 1, "y": 2], "p"]),
    CodableShape("a dictionary by several structs", [Point(): 1, Point(x: 3): 2, Point(x: 4): 3]),
    CodableShape("a dictionary by UInt8", Boxed(content: [UInt8(7): true]), stored: ["content": [7, true]]),
    CodableShape(
      "dictionaries in dictionaries", ["a": [1: ["b": Point()]]], stored: ["a": ["1": ["b": ["x": 1, "y": 2]]]]),
    CodableShape("a dictionary of arrays", ["a": [1, 2], "b": []], stored: ["a": [1, 2], "b": []]),
    CodableShape("a dictionary under the name of a superclass", ["super": 1], stored: ["super": 1]),
  ]

  static let collections: [CodableShape] = [
    CodableShape("an empty array", [Int](), stored: []),
    CodableShape("an empty array in a struct", Boxed(content: [Point]()), stored: ["content": []]),
    CodableShape("arrays in arrays", [[1, 2], [], [3]], stored: [[1, 2], [], [3]]),
    CodableShape("an array of structs", [Point(), Point(x: 3, y: 4)], stored: [["x": 1, "y": 2], ["x": 3, "y": 4]]),
    CodableShape("an array of dictionaries", [["a": 1], [:]], stored: [["a": 1], [:]]),
    CodableShape("a set of one", Set([5]), stored: [5]),
    CodableShape("sets of several", Tags()),
    CodableShape("an empty set", Boxed(content: Set<String>()), stored: ["content": []]),
    CodableShape("a long array", Array(0..<5_000)),
    CodableShape("a large dictionary", Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("\($0)", $0) })),
  ]
}
