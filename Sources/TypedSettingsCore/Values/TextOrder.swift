/// The order of texts by their UTF-8 bytes.
///
/// Comparing two texts takes longer than comparing two numbers. Each text is therefore represented by the eight bytes
/// that follow those which all texts have in common; only texts with the same eight bytes are compared themselves.
struct TextOrder {
  private struct Entry {
    let head: UInt64
    let index: Int
  }

  /// The texts.
  private let texts: [String]

  /// Creates the order of texts.
  init(of texts: [String]) { self.texts = texts.map(\.contiguous) }

  /// Creates the order of the texts in an array; `nil` if it has other values.
  init?(of values: [SettingsValue]) {
    var texts: [String] = []
    texts.reserveCapacity(values.count)
    for value in values {
      guard case .string(let text) = value else { return nil }
      texts.append(text.contiguous)
    }
    self.texts = texts
  }

  /// The indices of the texts in their order; equal texts stay in theirs.
  var indices: [Int] {
    let common = commonLength
    var entries = texts.enumerated().map { Entry(head: $1.head(from: common), index: $0) }
    entries.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      let (first, second) = (texts[left.index], texts[right.index])
      if first.precedesInBytes(second) { return true }
      return left.index < right.index && first.hasSameBytes(as: second)
    }
    return entries.map(\.index)
  }

  /// A Boolean value that indicates whether each text precedes the next one.
  var isStrictlySorted: Bool {
    texts.indices.dropFirst().allSatisfy { texts[$0 - 1].precedesInBytes(texts[$0]) }
  }

  /// The number of bytes at the beginning that all texts have in common.
  private var commonLength: Int {
    guard var first = texts.first else { return 0 }
    return first.withUTF8 { first in
      var common = first.count
      for text in texts where common > 0 {
        common =
          text.utf8.withContiguousStorageIfAvailable { bytes in
            (0..<min(common, bytes.count)).first { bytes[$0] != first[$0] } ?? min(common, bytes.count)
          } ?? 0
      }
      return common
    }
  }
}

extension TextOrder {
  /// Returns the indices of sorted texts in the order that an earlier list of texts has, and after those the texts that
  /// it lacks.
  ///
  /// - Parameters:
  ///   - sorted: The texts, each of which precedes the next one.
  ///   - former: The earlier list, in any order.
  /// - Returns: The indices.
  static func indices(of sorted: TextOrder, like former: TextOrder) -> [Int] {
    // Each text with its place in the earlier list.
    var places = [Int?](repeating: nil, count: former.texts.count)
    var isPlaced = [Bool](repeating: false, count: sorted.texts.count)
    var next = 0
    for place in former.indices {
      let text = former.texts[place]
      while next < sorted.texts.count, sorted.texts[next].precedesInBytes(text) { next += 1 }
      guard next < sorted.texts.count else { break }
      guard !isPlaced[next], sorted.texts[next].hasSameBytes(as: text) else { continue }
      places[place] = next
      isPlaced[next] = true
    }
    return places.compactMap(\.self) + isPlaced.indices.filter { !isPlaced[$0] }
  }
}

extension String {
  /// The text with contiguous bytes, which a text from Objective-C may not have.
  fileprivate var contiguous: String {
    var text = self
    text.makeContiguousUTF8()
    return text
  }

  /// Returns the eight bytes from an offset on as a big-endian number, with zeros for the bytes that the text lacks.
  fileprivate func head(from offset: Int) -> UInt64 {
    let head = utf8.withContiguousStorageIfAvailable { bytes -> UInt64 in
      let bytes = UnsafeRawBufferPointer(bytes)
      if offset + 8 <= bytes.count {
        return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      return (offset..<offset + 8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }
    return head ?? 0
  }
}
