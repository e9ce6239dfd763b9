/// A small store for keys and values that all devices of an account share, as iCloud key-value storage is.
package protocol KeyValueMailboxes: Sendable {
  /// Starts to synchronize, and calls a closure after each change by other devices.
  ///
  /// - Returns: A token that keeps the closure registered; `nil` if the store isn't available, for example because the
  ///   app lacks the entitlement.
  func start(_ onChange: @escaping @Sendable (KeyValueChange) -> Void) -> ChannelObservation?

  /// The keys of all values, also of those that belong to other parts of the app.
  var keys: [String] { get }

  /// The size of all keys and values in bytes.
  var size: Int { get }

  /// Returns the bytes of a key; `nil` also if they haven't arrived on this device yet.
  func bytes(forKey key: String) -> [UInt8]?

  /// Sets the bytes of a key, which the system uploads later.
  func set(_ bytes: [UInt8], forKey key: String)

  /// Removes the bytes of a key, on all devices.
  func remove(_ key: String)
}

/// A change of a shared store.
package enum KeyValueChange: Hashable, Sendable {
  /// Values of other devices have arrived.
  case values
  /// The store is full, and the latest values weren't uploaded.
  case quotaViolation
  /// The user has signed in to another account, or out.
  case accountChange
}

/// The limits of iCloud key-value storage for each app and account, as Apple documents them.
enum KeyValueLimits {
  static let keyCount = 1_024
  static let size = 1 << 20
  static let keySize = 64
}
