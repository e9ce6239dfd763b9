#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What can be read of a JSON text that is broken somewhere: everything whole before the first mistake.
struct JSONSalvage {
  /// A place where the text could end: behind a member, with so many braces to be closed.
  private struct End {
    let offset: Int
    let level: Int
  }

  private let bytes: [UInt8]
  private let levels: Int
  private var ends: [End] = []

  /// The value of the text up to the first mistake; `nil` if there is nothing before it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - levels: At how many levels of objects, from the outermost one on, members are whole one by one; what is further
  ///     in, or in an array, is whole with the member that it belongs to, or not at all.
  /// - Returns: The value.
  static func value(of bytes: [UInt8], levels: Int) -> SettingsValue? {
    var salvage = JSONSalvage(bytes: bytes, levels: levels)
    salvage.findEnds()
    return salvage.longestValue()
  }

  private init(bytes: [UInt8], levels: Int) {
    self.bytes = bytes
    self.levels = levels
  }

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
        addEnd(at: offset + 1, closing)
      case UInt8(ascii: ","): addEnd(at: offset, closing)
      default: break
      }
      // Beyond the limits of a value is a mistake itself; each value has a comma or a bracket, or both, behind it.
      if closing.count > SettingsValue.maximumDepth || ends.count > 2 * SettingsValue.maximumCount { return }
    }
  }

  /// Takes note of a place where the text could end, unless that would cut a setting in two.
  private mutating func addEnd(at offset: Int, _ closing: [UInt8]) {
    guard closing.count <= levels, closing.allSatisfy({ $0 == UInt8(ascii: "}") }) else { return }
    ends.append(End(offset: offset, level: closing.count))
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
    let text = bytes[..<end.offset] + repeatElement(UInt8(ascii: "}"), count: end.level)
    do throws(SettingsError) { return try JSONReader.value(of: text) } catch { return nil }
  }
}
