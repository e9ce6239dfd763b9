package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A recovery of the complete members that precede the first error in malformed JSON text.
package struct JSONSalvage {
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
  package static func value(of bytes: [UInt8], levels: Int) -> SettingsValue? {
    var salvage = JSONSalvage(bytes: bytes, levels: levels)
    salvage.findEnds()
    return salvage.longestValue()
  }

  private init(bytes: [UInt8], levels: Int) {
    self.bytes = bytes
    self.levels = levels
  }

  private mutating func findEnds() {
    bytes.withUnsafeBufferPointer { bytes in
      var closing: [UInt8] = []
      // A string or another scalar behind a colon is a value, and elsewhere in an object a name or a mistake.
      var isBehindColon = false
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\""):
          offset = bytes.endOfString(from: offset).end
          addEnd(at: offset, closing, isBehindColon)
          isBehindColon = false
        case UInt8(ascii: "/"): offset = bytes.endOfComment(at: offset) ?? offset + 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          // The closing character is two code points behind the opening one.
          closing.append(byte + 2)
          isBehindColon = false
          offset += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard closing.popLast() == byte else { return }
          offset += 1
          addEnd(at: offset, closing)
        case UInt8(ascii: ","):
          addEnd(at: offset, closing)
          isBehindColon = false
          offset += 1
        case UInt8(ascii: ":"):
          isBehindColon = true
          offset += 1
        case 0x20, 0x09, 0x0A, 0x0D: offset = bytes.endOfSpaces(from: offset + 1)
        default:
          offset = bytes.endOfScalar(from: offset)
          // At the end of the text, a number may have lost digits.
          if offset < bytes.count { addEnd(at: offset, closing, isBehindColon) }
          isBehindColon = false
        }
        // Exceeding the limits of a value is an error as well. At most three ends follow each value: its own, a
        // bracket's, and a comma's.
        if closing.count > SettingsValue.maximumDepth || ends.count > 3 * SettingsValue.maximumCount { return }
      }
    }
  }

  /// Adds an offset where the text could end, unless it would truncate a setting.
  private mutating func addEnd(at offset: Int, _ closing: [UInt8], _ isValue: Bool = true) {
    guard isValue, closing.count <= levels, closing.allSatisfy({ $0 == UInt8(ascii: "}") }),
      ends.last?.offset != offset
    else { return }
    ends.append(End(offset: offset, level: closing.count))
  }

  /// Returns the longest value: each end before the error can be read, and none after it.
  ///
  /// Reading is most of the cost, so the search first tries the last end, for a text that is only cut off, and then the
  /// end before the place where the reader stopped. For an error that the reader finds later than at its place, such as
  /// a duplicate name, it's a binary search.
  private func longestValue() -> SettingsValue? {
    var (low, high) = (0, ends.count)
    var longest: SettingsValue?
    var attempt = 0
    var stop = 0
    var next = high - 1
    while low < high {
      let value = value(upTo: ends[next], stoppedAt: &stop)
      if let value {
        longest = value
        low = next + 1
      } else {
        high = next
      }
      attempt += 1
      next =
        switch attempt {
        case 1: max(0, countOfEnds(upTo: stop, before: high) - 1)
        // The ends beside it show whether it's the right one.
        case 2, 3: value == nil ? high - 1 : low
        default: (low + high) / 2
        }
    }
    return longest
  }

  /// Returns the number of ends that aren't behind an offset.
  private func countOfEnds(upTo offset: Int, before limit: Int) -> Int {
    var (low, high) = (0, limit)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func value(upTo end: End, stoppedAt stop: inout Int) -> SettingsValue? {
    let closing = repeatElement(UInt8(ascii: "}"), count: end.level)
    var text: [UInt8] = []
    text.reserveCapacity(end.offset + end.level)
    text += bytes[..<end.offset]
    text += closing
    return nilOnFailure { try JSONReader.value(ofCommented: text, stoppedAt: &stop) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first byte, from an offset on, that can't be part of a number or a literal.
  fileprivate func endOfScalar(from start: Int) -> Int {
    var offset = start
    while offset < count, !self[offset].endsScalar { offset += 1 }
    return Swift.max(offset, start + 1)
  }
}

extension UInt8 {
  fileprivate var endsScalar: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
