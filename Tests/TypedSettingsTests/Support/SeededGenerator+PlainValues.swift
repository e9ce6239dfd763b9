import Foundation
import TypedSettings
import TypedSettingsTesting

extension SeededGenerator {
  /// Returns a finite floating-point number with any bits.
  mutating func double() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : double()
  }

  /// Returns a string of up to eleven scalars of all kinds, control characters and combining ones included.
  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 12) {
      let bound: UInt32 = [0x20, 0x7F, 0x7F, 0x400, 0x1_0000, 0x11_0000][number(below: 6)]
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &self)) { text.append(scalar) }
    }
    return String(text)
  }

  /// Returns a value of the kinds that JSON has.
  mutating func plainValue(depth: Int = 4) -> SettingsValue {
    switch number(below: depth > 0 ? 8 : 6) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .integer(Int64(bitPattern: next() >> UInt64(number(below: 64))))
    case 3: .unsigned(next() | 1 << 63)
    case 4: .double(double())
    case 5: .string(text())
    case 6: .array((0..<number(below: 6)).map { _ in plainValue(depth: depth - 1) })
    default:
      .dictionary(
        Dictionary(
          (0..<number(below: 6)).map { _ in (text(), plainValue(depth: depth - 1)) }, uniquingKeysWith: { $1 }))
    }
  }
}
