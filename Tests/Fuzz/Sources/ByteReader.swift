import Foundation

/// A reader that takes an input apart; past the end, every byte is zero.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// Returns a number below 256 from one byte.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// Returns the given number of bytes, or all remaining ones if there are fewer.
  mutating func data(_ count: Int) -> Data {
    defer { bytes = bytes.dropFirst(count) }
    return Data(bytes.prefix(count))
  }

  mutating func text(_ count: Int) -> String { String(decoding: data(count), as: UTF8.self) }

  mutating func rest() -> Data { data(bytes.count) }
}
