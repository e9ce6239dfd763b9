import TypedSettingsCore
import TypedSettingsFiles
import TypedSettingsFormats
import TypedSettingsSync

/// Messages from a hostile peer.
enum SyncMessages {
  /// Checks that any bytes behind a valid header are refused, or are the contents of a message that is encoded again.
  ///
  /// The checksum is correct, because a peer can compute it.
  static func check(_ reader: inout ByteReader) {
    let identity = SyncReplicaIdentity(high: 1, low: 2)
    let empty = SyncMessage(account: SyncAccount(high: 3, low: 4), sender: identity, root: 5, body: .state([:]))
    var bytes = empty.encoded
    // The kind is the sixth byte, and the contents follow the account, the sender and the hash of all entries.
    bytes[5] = UInt8(1 + reader.below(3))
    bytes.removeSubrange(52...)
    bytes += reader.rest()
    withUnsafeBytes(of: SyncMessage.checksum(of: bytes).littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
    do {
      let message = try SyncMessage(decoding: bytes)
      let again = try SyncMessage(decoding: message.encoded)
      precondition(again == message, "a message doesn't survive encoding")
    } catch {
      precondition(error.code != .undecodable, "the error has the code of a stored value")
    }
    do { _ = try SyncReplicaState(decoding: bytes, contents: [:]) } catch {
      // A message is no saved state.
    }
  }
}
