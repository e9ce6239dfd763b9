#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A recovery of the complete members that precede the first error in malformed JSON text.
struct JSONSalvage {
  /// An offset after a member where the text could end, with the number of braces to close.
  private struct End {
    let offset: Int
    let level: Int
  }

  private let bytes: [UInt8]
  private let levels: Int
  private var ends: [End] = []

  /// Returns the value of the text before the first error; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - levels: The number of object levels, from the outermost one, at which members are recovered individually.
  ///     Deeper members, and members in arrays, are recovered only with the member that contains them.
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
    var endOfComment = 0
    for (offset, byte) in bytes.enumerated() where offset >= endOfComment {
      if isInText {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "/"): endOfComment = bytes.withUnsafeBufferPointer { $0.endOfComment(at: offset) } ?? 0
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closing.popLast() == byte else { return }
        addEnd(at: offset + 1, closing)
      case UInt8(ascii: ","): addEnd(at: offset, closing)
      default: break
      }
      // Exceeding the limits of a value is an error as well. A comma, a bracket or both follow each value.
      if closing.count > SettingsValue.maximumDepth || ends.count > 2 * SettingsValue.maximumCount { return }
    }
  }

  /// Adds an offset where the text could end, unless it would truncate a setting.
  private mutating func addEnd(at offset: Int, _ closing: [UInt8]) {
    guard closing.count <= levels, closing.allSatisfy({ $0 == UInt8(ascii: "}") }) else { return }
    ends.append(End(offset: offset, level: closing.count))
  }

  /// Returns the longest value by binary search: each end before the error can be read, and none after it.
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
    return nilOnFailure { try JSONReader.value(of: text, dialect: .commented) }
  }
}
