internal import TypedSettingsCore

/// The mailbox of this device's replica, and the messages that the device has written into it.
///
/// After a backup was restored, another device can have the same identity and write into the same mailbox. Its messages
/// are delivered, also those that this device replaces before it has read them.
final class OwnMailbox: Sendable {
  private struct State {
    /// The hash of the latest message of this device; while one is being written, or if that failed, of both.
    var written: [Int] = []
    /// The last message that was written, which is written again if it's missing.
    var latest: [UInt8]?
    /// A message of another device that was replaced, and may not have been delivered yet.
    var replaced: FoundMessage?
    var lastNumber = 0
    /// The number of messages that were written or are being written.
    var writeCount = 0
  }

  let replica: SyncReplicaIdentity
  /// The name of the mailbox in its folder or store.
  let name: String
  /// Messages are written one after the other.
  let writing = ExclusiveAccess()
  private let state = LockedState(State())

  init(of replica: SyncReplicaIdentity, name: String) {
    self.replica = replica
    self.name = name
  }

  /// Returns whether the device has written a message with a hash into a mailbox.
  func isOwn(_ hash: Int, in mailbox: String) -> Bool {
    mailbox == name && state.withLock { $0.written.contains(hash) }
  }

  /// Returns the number of messages that the device has written or is writing into a mailbox.
  ///
  /// A message that's found after a further one was written isn't the one that was found before, even if it's equal:
  /// the mailbox was set back to it again.
  func writeCount(of mailbox: String) -> Int { mailbox == name ? state.withLock { $0.writeCount } : 0 }

  /// The last message that was written; `nil` if there is none.
  var latest: [UInt8]? { state.withLock { $0.latest } }

  /// Returns whether the mailbox doesn't have a message although one was written.
  ///
  /// The mailbox is read after ``latest``, because a write sets its message in the mailbox first. In the other order, a
  /// first message that another thread writes in between would seem to be missing.
  ///
  /// - Parameter found: The message that the mailbox has, or `nil`.
  /// - Returns: `true` if it has none, and one was written.
  func isMissing(_ found: @autoclosure () -> [UInt8]?) -> Bool { latest != nil && found() == nil }

  /// Returns the number of a new message, which is greater than the numbers of earlier ones.
  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Returns whether no later message has a number.
  func isLatest(_ number: Int) -> Bool { state.withLock { $0.lastNumber == number } }

  /// Records a message that's about to be written.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - found: The message that it replaces, or `nil`.
  func willWrite(_ message: [UInt8], over found: [UInt8]?) {
    state.withLock { state in
      if let found, !state.written.contains(found.hashValue) {
        state.replaced = FoundMessage(found, writeCount: state.writeCount)
      }
      state.written = state.written.suffix(1) + [message.hashValue]
      state.writeCount += 1
    }
  }

  /// Records that a message couldn't be written, so that it has replaced none.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - found: The message that the mailbox still has, or `nil`.
  func didNotWrite(_ message: [UInt8], over found: [UInt8]?) {
    state.withLock { state in
      if state.written.last == message.hashValue { state.written.removeLast() }
      if let found, state.replaced?.hash == found.hashValue { state.replaced = nil }
      state.writeCount -= 1
    }
  }

  /// Records that a message was written.
  ///
  /// If the mailbox is set back to an earlier message, that's delivered, so that the latest one is written again.
  func didWrite(_ message: [UInt8]) {
    state.withLock { state in
      state.latest = message
      state.written = [message.hashValue]
    }
  }

  /// Removes and returns a message of another device that was replaced and has to be delivered.
  func takeReplaced() -> FoundMessage? { state.withLock { state in state.replaced.take() } }

  /// Forgets the messages, because the mailbox belongs or may belong to another account from now on.
  func forget() {
    state.withLock { state in
      state.latest = nil
      state.replaced = nil
    }
  }
}

/// A message that was found in a mailbox.
struct FoundMessage: Sendable {
  let bytes: [UInt8]
  let hash: Int
  /// The number of messages that this device had written or was writing into the mailbox before.
  let writeCount: Int

  init(_ bytes: [UInt8], writeCount: Int) {
    self.bytes = bytes
    hash = bytes.hashValue
    self.writeCount = writeCount
  }
}

/// A message that was delivered, by which it's recognized when it's found again.
struct DeliveredMessage: Sendable {
  private let hash: Int
  private let writeCount: Int

  init(_ message: FoundMessage) {
    hash = message.hash
    writeCount = message.writeCount
  }

  /// Returns whether a message that was found is this one, with which the mailbox hasn't been set back since.
  func isSame(as message: FoundMessage) -> Bool { message.hash == hash && message.writeCount <= writeCount }
}
