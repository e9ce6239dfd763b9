import Foundation
import TypedSettings

private struct Numbers: Codable, Equatable {
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
}

private struct HugeNumbers: Codable, Equatable {
  var signed: Int128
  var unsigned: UInt128
  var optional: Int128?
}

/// Compares numbers bit for bit, which distinguishes NaNs and the sign of zero.
private struct Measurements: Codable, Equatable {
  var float: Float
  var double: Double

  static func == (left: Measurements, right: Measurements) -> Bool {
    left.float.bitPattern == right.float.bitPattern && left.double.bitPattern == right.double.bitPattern
  }
}

private struct Text: Codable, Equatable {
  var text: String

  static func == (left: Text, right: Text) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}

extension CodableShape {
  static let integers: [CodableShape] = [
    CodableShape("Bool", true, stored: true),
    CodableShape("Bool in a struct", Boxed(content: false), stored: ["content": false]),
    CodableShape("Int", -5, stored: -5),
    CodableShape(
      "the least integers",
      Numbers(
        int: .min, int8: .min, int16: .min, int32: .min, int64: .min, uint: .min, uint8: .min, uint16: .min,
        uint32: .min, uint64: .min),
      stored: [
        "int": .integer(.min), "int8": -128, "int16": -32768, "int32": -2_147_483_648, "int64": .integer(.min),
        "uint": 0, "uint8": 0, "uint16": 0, "uint32": 0, "uint64": 0,
      ]),
    CodableShape(
      "the greatest integers",
      Numbers(
        int: .max, int8: .max, int16: .max, int32: .max, int64: .max, uint: .max, uint8: .max, uint16: .max,
        uint32: .max, uint64: .max),
      stored: [
        "int": .integer(.max), "int8": 127, "int16": 32767, "int32": 2_147_483_647, "int64": .integer(.max),
        "uint": .unsigned(.max), "uint8": 255, "uint16": 65535, "uint32": 4_294_967_295, "uint64": .unsigned(.max),
      ]),
    CodableShape("UInt64 that Int64 just holds", UInt64(Int64.max), stored: .integer(.max)),
    CodableShape("UInt64 that Int64 just does not hold", UInt64(Int64.max) + 1, stored: .unsigned(1 << 63)),
    CodableShape("Int128 that 64 bits hold", Boxed(content: Int128(-3)), stored: ["content": -3]),
    CodableShape(
      "Int128, least", Boxed(content: Int128.min),
      stored: ["content": "-170141183460469231731687303715884105728"]),
    CodableShape(
      "Int128, greatest", Int128.max, stored: "170141183460469231731687303715884105727"),
    CodableShape(
      "Int128 just below Int64", Boxed(content: Int128(Int64.min) - 1), stored: ["content": "-9223372036854775809"]),
    CodableShape(
      "UInt128 that UInt64 just holds", Boxed(content: UInt128(UInt64.max)), stored: ["content": .unsigned(.max)]),
    CodableShape(
      "UInt128, greatest", [UInt128.max], stored: ["340282366920938463463374607431768211455"]),
    CodableShape(
      "numbers of 128 bits in a struct", HugeNumbers(signed: .min, unsigned: .max, optional: 1),
      stored: [
        "signed": "-170141183460469231731687303715884105728", "unsigned": "340282366920938463463374607431768211455",
        "optional": 1,
      ]),
  ]

  static let floatingPoint: [CodableShape] = [
    CodableShape("Double", 0.1, stored: 0.1),
    CodableShape("Double that is whole", Boxed(content: 3.0), stored: ["content": 3.0]),
    CodableShape("Double beyond the integers", 1e300, stored: 1e300),
    CodableShape("Float", Boxed(content: Float(0.1)), stored: ["content": 0.1]),
    CodableShape("zeros below zero", Measurements(float: -0.0, double: -0.0), stored: ["float": -0.0, "double": -0.0]),
    CodableShape("infinities", Measurements(float: .infinity, double: -.infinity)),
    CodableShape("NaN", Measurements(float: .nan, double: .nan)),
    CodableShape(
      "NaN with a payload",
      Measurements(float: Float(bitPattern: 0xffc1_2345), double: Double(bitPattern: 0xfff8_0000_dead_beef)),
      stored: [
        "float": .double(Double(bitPattern: 0xfff8_2468_a000_0000)),
        "double": .double(Double(bitPattern: 0xfff8_0000_dead_beef)),
      ]),
    // Converting a signalling Float to a Double would make it quiet.
    CodableShape(
      "NaN that signals",
      Measurements(float: Float(bitPattern: 0x7f81_2345), double: Double(bitPattern: 0x7ff0_0000_0000_0001))),
    CodableShape("the least above zero", Measurements(float: .leastNonzeroMagnitude, double: .leastNonzeroMagnitude)),
    CodableShape("the greatest", Measurements(float: .greatestFiniteMagnitude, double: -.greatestFiniteMagnitude)),
  ]

  static let texts: [CodableShape] = [
    CodableShape("String", "text", stored: "text"),
    CodableShape("String, empty", "", stored: ""),
    CodableShape("String that looks like a number", Boxed(content: "5"), stored: ["content": "5"]),
    CodableShape("String that looks like JSON", Boxed(content: #"{"a":1}"#), stored: ["content": #"{"a":1}"#]),
    CodableShape("String of characters beyond ASCII", "größe 📐 \u{10ffff}", stored: "größe 📐 \u{10ffff}"),
    CodableShape("String of control characters", "\0\n\u{7f}\u{2028}", stored: "\0\n\u{7f}\u{2028}"),
    CodableShape("String, decomposed", Text(text: "e\u{301}"), stored: ["text": "e\u{301}"]),
    CodableShape("String, composed", Text(text: "\u{e9}"), stored: ["text": "\u{e9}"]),
  ]
}
