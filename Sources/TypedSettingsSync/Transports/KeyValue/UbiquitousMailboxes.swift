#if canImport(ObjectiveC)
  internal import Foundation
  internal import ObjectiveC
  internal import TypedSettingsCore

  /// The key-value storage of iCloud.
  final class UbiquitousMailboxes: KeyValueMailboxes {
    private var store: NSUbiquitousKeyValueStore { .default }

    func start(_ onChange: @escaping @Sendable (KeyValueChange) -> Void) -> ChannelObservation? {
      let observer = NotificationObserver { notification in
        let reason = notification.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
        switch reason {
        case NSUbiquitousKeyValueStoreQuotaViolationChange: onChange(.quotaViolation)
        case NSUbiquitousKeyValueStoreAccountChange: onChange(.accountChange)
        // Changes of the server, and the first synchronization.
        default: onChange(.values)
        }
      }
      guard store.synchronize() else { return nil }
      return ChannelObservation { withExtendedLifetime(observer) {} }
    }

    var keys: [String] { Array(store.dictionaryRepresentation.keys) }

    var size: Int {
      store.dictionaryRepresentation.reduce(0) { $0 + $1.key.utf8.count + Self.size(of: $1.value) }
    }

    /// Returns the size of a value of the app, as a property list if it isn't known otherwise.
    private static func size(of value: Any) -> Int {
      switch value {
      case let data as Data: return data.count
      case let text as String: return text.utf8.count
      default:
        do {
          return try PropertyListSerialization.data(fromPropertyList: [value], format: .binary, options: 0).count
        } catch { return 0 }
      }
    }

    func bytes(forKey key: String) -> [UInt8]? { store.data(forKey: key).map([UInt8].init) }

    func set(_ bytes: [UInt8], forKey key: String) {
      store.set(Data(bytes), forKey: key)
      // Uploads soon instead of at the next opportunity; the system limits how often.
      _ = store.synchronize()
    }

    func remove(_ key: String) {
      store.removeObject(forKey: key)
      _ = store.synchronize()
    }
  }

  /// A registration for the changes that the server makes.
  private final class NotificationObserver: Sendable {
    private struct Token: @unchecked Sendable {  // Safe: only passed to the center, from any thread.
      let object: AnyObject
    }

    private let token: Token

    init(_ onNotification: @escaping @Sendable (Notification) -> Void) {
      token = Token(
        object: NotificationCenter.default.addObserver(
          forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: NSUbiquitousKeyValueStore.default,
          queue: nil, using: onNotification))
    }

    deinit { NotificationCenter.default.removeObserver(token.object) }
  }
#endif
