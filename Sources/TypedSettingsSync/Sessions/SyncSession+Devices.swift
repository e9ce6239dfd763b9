internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The devices of the group, and the mailboxes of those that were forgotten.

extension SyncSession {
  /// Forgets the devices that the program has asked to forget.
  func forgetDevices() {
    let forgotten = sync.shared.withLock { shared in
      defer { shared.forgotten = [] }
      return shared.forgotten
    }
    perform(engine.forget(forgotten, at: context.clock.now()))
  }

  /// Publishes the devices if they have changed.
  func publishDevices() {
    if publishedDeviceRoot == engine.memory.state.deviceRoot { return }
    publishedDeviceRoot = engine.memory.state.deviceRoot
    let replica = engine.memory.replica
    let devices = engine.devices.sorted { ($1.lastUse, $0.name, $0.replica) < ($0.lastUse, $1.name, $1.replica) }
      .map { SyncDevice($0, isThisDevice: $0.replica == replica) }
    sync.shared.withLock { $0.devices = devices }
  }

  /// Starts to remove a mailbox.
  func removeMailbox(of replica: SyncReplicaIdentity, on transport: Int) {
    let (base, input) = (connections[transport].transport, sync.shared.withLock { $0.input })
    connections[transport].removals[replica] = Task {
      do {
        try await base.removeMailbox(of: replica)
        input?.yield(.removedMailbox(of: replica, on: transport, nil))
      } catch {
        input?.yield(.removedMailbox(of: replica, on: transport, error))
      }
    }
  }

  /// Reports that a mailbox couldn't be removed.
  ///
  /// It's tried again when the mailbox is read the next time.
  func didRemoveMailbox(of replica: SyncReplicaIdentity, on transport: Int, _ error: (any Error)?) {
    connections[transport].removals[replica] = nil
    guard let error else { return failures.end(.removing(on: transport)) }
    report(.transportFailed(error), of: .removing(on: transport))
  }

  /// Returns the error of a transport, which names the devices that fill its service.
  func explained(_ error: SettingsError) -> SettingsError {
    let others = sync.devices.filter { !$0.isThisDevice }.suffix(3).reversed()
    guard error.code == .transportFull, !others.isEmpty else { return error }
    let names = others.map { device in
      "'\(device.name)' (last in use on \(device.lastUse.formatted(.iso8601.year().month().day())))"
    }
    return error.replacing(
      advice: "forget devices that are no longer in use with 'forget', of which these weren't in use for the longest "
        + "time: \(names.joined(separator: ", ")); or synchronize fewer settings")
  }
}
