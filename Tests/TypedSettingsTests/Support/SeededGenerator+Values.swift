import Foundation
import TypedSettings
import TypedSettingsTesting

extension SeededGenerator {
  /// Returns a value of any kind, rare ones included: names of null, NaNs, and dates with any bits.
  mutating func value(depth: Int = 4) -> SettingsValue {
    switch number(below: 12) {
    case 0: .data(Data((0..<number(below: 200)).map { _ in UInt8(truncatingIfNeeded: next()) }))
    case 1: .date(Date(timeIntervalSinceReferenceDate: Double(number(below: 1_000_000_000))))
    case 2: .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -7e10..<3e11, using: &self)))
    case 3: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: next())))
    case 4: [.double(Double(bitPattern: next() | 0x7FF << 52)), "$null", .unsigned(next())][number(below: 3)]
    case 5 where depth > 0: .array((0..<number(below: 6)).map { _ in value(depth: depth - 1) })
    case 6,
      7 where depth > 0:
      .dictionary(
        Dictionary((0..<number(below: 6)).map { _ in (text(), value(depth: depth - 1)) }, uniquingKeysWith: { $1 }))
    default: plainValue(depth: 0)
    }
  }
}
