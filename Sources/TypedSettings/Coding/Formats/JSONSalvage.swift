#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What can be read of a JSON text that is broken somewhere: everything before the first mistake.
struct JSONSalvage {
  /// A place where the text could end: behind a value, with these brackets to be closed.
  private struct End {
    let offset: Int
    let closing: [UInt8]
  }

  private let bytes: [UInt8]
  private var ends: [End] = []

  /// The value of the text up to the first mistake; `nil` if there is nothing before it.
  static func value(of bytes: [UInt8]) -> SettingsValue? {
    var salvage = JSONSalvage(bytes: bytes)
    salvage.findEnds()
    return salvage.longestValue()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func findEnds() {
    var closing: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closing.popLast() == byte else { return }
        ends.append(End(offset: offset + 1, closing: closing))
      case UInt8(ascii: ","): ends.append(End(offset: offset, closing: closing))
      default: break
      }
      // What is nested deeper than values may be is a mistake itself.
      if closing.count > SettingsValue.maximumDepth { return }
    }
  }

  /// Whatever comes before a mistake can be read and nothing behind it, so half of the ends are ruled out at a time.
  private func longestValue() -> SettingsValue? {
    var (low, high) = (0, ends.count)
    var longest: SettingsValue?
    while low < high {
      let middle = (low + high) / 2
      if let value = value(upTo: ends[middle]) {
        longest = value
        low = middle + 1
      } else {
        high = middle
      }
    }
    return longest
  }

  private func value(upTo end: End) -> SettingsValue? {
    let text = bytes[..<end.offset] + end.closing.reversed()
    do throws(SettingsError) { return try JSONReader.value(of: text) } catch { return nil }
  }
}
