internal import TypedSettingsCore

/// Divides the bytes of a stream into messages.
///
/// A frame is the length of a message as four bytes in big-endian order, and the message. The memory for a message is
/// allocated as its bytes arrive, whatever its announced length is.
struct FrameDecoder: Sendable {
  static let headerSize = 4

  let maximumMessageSize: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that belong to frames that were returned.
  private var consumed = 0

  init(maximumMessageSize: Int) { self.maximumMessageSize = maximumMessageSize }

  /// Returns the frame of a message.
  static func encode(_ message: [UInt8]) -> [UInt8] {
    let length = UInt32(truncatingIfNeeded: message.count)
    return (0..<headerSize).map { UInt8(truncatingIfNeeded: length >> (24 - $0 * 8)) } + message
  }

  /// A Boolean value that indicates whether a part of a frame has arrived.
  var isInsideFrame: Bool { bytes.count > consumed }

  /// Adds bytes that have arrived.
  mutating func add(_ new: UnsafeRawBufferPointer) {
    if consumed > 0 {
      bytes.removeFirst(consumed)
      consumed = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Returns the next complete message; `nil` if bytes are missing.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.messageTooLarge`. The stream can't be read any further.
  mutating func next() throws(SettingsError) -> [UInt8]? {
    guard bytes.count - consumed >= Self.headerSize else { return nil }
    let start = consumed + Self.headerSize
    // All lengths fit into this type, also on machines with numbers of 32 bits.
    let length = bytes[consumed..<start].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    guard length <= maximumMessageSize else {
      throw .messageTooLarge(Int(clamping: length), maximum: maximumMessageSize, from: "a stream")
    }
    guard bytes.count - start >= length else { return nil }
    consumed = start + Int(length)
    return Array(bytes[start..<consumed])
  }
}
