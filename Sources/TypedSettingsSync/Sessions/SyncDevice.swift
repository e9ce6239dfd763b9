internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A device of the group that a ``SettingsSync`` belongs to.
public struct SyncDevice: Hashable, Identifiable, Sendable {
  /// The identity of the device, which it gets when its state of synchronization is created.
  public let id: SyncReplicaIdentity

  /// The name of the device.
  public let name: String

  /// The time at which the device was last in use, to a day.
  public let lastUse: Date

  /// A Boolean value that indicates whether it's this device.
  public let isThisDevice: Bool

  init(_ entry: SyncDeviceEntry, isThisDevice: Bool) {
    id = entry.replica
    name = entry.name
    lastUse = Date(timeIntervalSince1970: Double(entry.lastUse) / 1_000)
    self.isThisDevice = isThisDevice
  }
}

extension SettingsSync {
  /// The devices of the group, those that were in use last first.
  ///
  /// A device makes itself known when it starts to synchronize, and once a day as long as its settings change. The list
  /// is loaded when ``run()`` starts.
  public var devices: [SyncDevice] { shared.withLock { $0.devices } }

  /// Removes a device that's no longer in use from the group, on all devices, and removes its mailbox.
  ///
  /// The changes that the device has sent stay. If it's in use after all, it makes itself known again. Does nothing for
  /// this device. If synchronization isn't running, the device is forgotten when it starts.
  ///
  /// - Parameter device: The ``SyncDevice/id`` of the device.
  public func forget(_ device: SyncReplicaIdentity) {
    let input = shared.withLock { shared in
      shared.forgotten.insert(device)
      return shared.input
    }
    input?.yield(.forgotten)
  }
}
