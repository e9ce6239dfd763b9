import Foundation
import TypedSettings
import TypedSettingsTesting

extension Bool: Sampled {
  static func sample(_ source: inout SampleSource) -> Bool { source.chance(50) }
}

extension Sampled where Self: FixedWidthInteger {
  /// Draws all magnitudes with equal probability, and the extremes of all widths often.
  static func sample(_ source: inout SampleSource) -> Self {
    let wide = Self(truncatingIfNeeded: source.bits()) | (Self(truncatingIfNeeded: source.bits()) << (bitWidth / 2))
    switch source.below(4) {
    case 0: return wide
    case 1: return wide >> Self(source.below(bitWidth))
    case 2: return source.pick([.min, .max, 0, 1, .min + 1, .max - 1])
    default:
      let end = (1 as Self) << Self(source.below(bitWidth))
      return source.pick([end, end &- 1, end &+ 1, 0 &- end])
    }
  }
}

extension Int: Sampled {}
extension Int8: Sampled {}
extension Int16: Sampled {}
extension Int32: Sampled {}
extension Int64: Sampled {}
extension Int128: Sampled {}
extension UInt: Sampled {}
extension UInt8: Sampled {}
extension UInt16: Sampled {}
extension UInt32: Sampled {}
extension UInt64: Sampled {}
extension UInt128: Sampled {}

extension Double: Sampled {
  static func sample(_ source: inout SampleSource) -> Double {
    switch source.below(4) {
    case 0, 1: Double(bitPattern: source.bits())
    case 2: Double(source.below(2_000_001) - 1_000_000) / source.pick([1, 2, 3, 10, 1000])
    default:
      source.pick([
        0, -0.0, .infinity, -.infinity, .nan, .signalingNaN, .leastNonzeroMagnitude, .leastNormalMagnitude,
        -.greatestFiniteMagnitude, 9_007_199_254_740_992, 18_446_744_073_709_551_616,
      ])
    }
  }

  func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }
}

extension Float: Sampled {
  static func sample(_ source: inout SampleSource) -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: source.bits()))
    // IEEE 754 makes a signalling NaN quiet when it is converted to a Double, which is the stored form.
    return value.isSignalingNaN ? Float(bitPattern: value.bitPattern | 0x0040_0000) : value
  }

  func isSame(as other: Float) -> Bool { bitPattern == other.bitPattern }
}

extension Unicode.Scalar {
  /// Draws from all planes, controls and noncharacters included, and often characters that combine or fold.
  static func sample(_ source: inout SampleSource) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7e, 0x20...0x7e, 0...0x1f, 0x7f...0xff, 0x300...0x36f, 0x370...0xd7ff, 0xe000...0xffff,
      0x1100...0x11ff, 0x1f300...0x1f6ff, 0x1_0000...0x10_ffff,
    ]
    return Unicode.Scalar(UInt32.random(in: source.pick(ranges), using: &source.generator)) ?? "?"
  }
}

extension String: Sampled {
  static func sample(_ source: inout SampleSource) -> String {
    if source.chance(20) { return source.pick(Self.misleading) }
    var scalars = UnicodeScalarView()
    for _ in 0..<source.below(source.chance(5) ? 200 : 12) { scalars.append(Unicode.Scalar.sample(&source)) }
    return String(scalars)
  }

  /// Strings that resemble older forms of other types.
  private static let misleading = [
    "", "0", "1", "-5", "1.5", "1e5", "NaN", "Infinity", "-Infinity", "YES", "no", "true", "FALSE", "null", "nil", "{}",
    "[]", "[1]", #"{"a": 1}"#, "\"a\"", "2024-02-29T12:00:00Z", "AQID", "bplist00", "<?xml version=\"1.0\"?>", "super",
    "rawValue", "_0", "$null",
  ]

  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Date: Sampled {
  static func sample(_ source: inout SampleSource) -> Date {
    let seconds = source.chance(50) ? Double.sample(&source) : Double(source.below(2_000_000_000)) - 0.1
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  func isSame(as other: Date) -> Bool {
    timeIntervalSinceReferenceDate.isSame(as: other.timeIntervalSinceReferenceDate)
  }
}

extension Data: Sampled {
  static func sample(_ source: inout SampleSource) -> Data {
    if source.chance(20) { return Data(String.sample(&source).utf8) }
    return Data((0..<source.below(40)).map { _ in UInt8(truncatingIfNeeded: source.bits()) })
  }
}

extension UUID: Sampled {
  static func sample(_ source: inout SampleSource) -> UUID {
    let (left, right) = (source.bits(), source.bits())
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? left : right) >> (8 * UInt64($0 % 8))) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension URL: Sampled {
  static func sample(_ source: inout SampleSource) -> URL {
    let text = String((0..<source.below(10)).map { _ in Character(Unicode.Scalar.sample(&source)) })
    let path = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let start = source.pick(["https://example.com/", "file:///", "mailto:", "", "../", "http://[::1]:80/", "//host/"])
    let end = source.pick(["", "?", "?a=b&c=%20", "#", "#e", "/", "?q#f", "//"])
    return URL(string: start + path + end) ?? URL(fileURLWithPath: "/")
  }

  func isSame(as other: URL) -> Bool { self == other && absoluteString.isSame(as: other.absoluteString) }
}

extension Decimal: Sampled {
  static func sample(_ source: inout SampleSource) -> Decimal {
    if source.chance(20) { return source.pick([0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, -1]) }
    let digits = (0...source.below(38)).map { _ in String(source.below(10)) }.joined()
    let significand = Decimal(string: digits) ?? 0
    return Decimal(
      sign: source.chance(50) ? .minus : .plus, exponent: source.below(200) - 120, significand: significand)
  }
}
