internal import TypedSettingsCore
internal import TypedSettingsFiles

/// The contents of a mailbox file: a header with the length and the checksum of the message, and the message.
///
/// The header makes a file recognizable of which a synchronizer has copied only a part.
enum MailboxFile: Hashable {
  /// A complete message.
  case message([UInt8])
  /// A part of a message, or one with changed bytes.
  case incomplete
  /// A file of a newer version of the library.
  case newer
  /// A file of another program.
  case foreign

  private static let signature: [UInt8] = Array("TSSYNC".utf8)
  private static let version: UInt8 = 1

  /// The size of the header: the signature, the version, a zero, the length and the checksum in little-endian order.
  static let headerSize = 16

  /// Returns the bytes of a file with a message.
  static func encode(_ message: [UInt8]) -> [UInt8] {
    signature + [version, 0] + bytes(of: UInt32(truncatingIfNeeded: message.count))
      + bytes(of: Checksum(of: message).masked) + message
  }

  /// Reads a file.
  init(_ bytes: [UInt8]) {
    let start = bytes.prefix(Self.signature.count)
    guard start.elementsEqual(Self.signature.prefix(start.count)) else {
      // A file that's being copied can begin with zeros.
      self = bytes.allSatisfy { $0 == 0 } ? .incomplete : .foreign
      return
    }
    guard bytes.count >= Self.headerSize else {
      self = .incomplete
      return
    }
    guard bytes[Self.signature.count] <= Self.version else {
      self = .newer
      return
    }
    let message = Array(bytes[Self.headerSize...])
    let isComplete =
      bytes[8..<12].elementsEqual(Self.bytes(of: UInt32(truncatingIfNeeded: message.count)))
      && bytes[12..<16].elementsEqual(Self.bytes(of: Checksum(of: message).masked))
    self = isComplete ? .message(message) : .incomplete
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
