import TypedSettings

@testable import TypedSettingsSync

/// A substitute for iCloud key-value storage, which enforces its limits.
final class FakeCloud: Sendable {
  private struct State {
    var values: [String: [UInt8]] = [:]
    var devices: [Device] = []
    var isFull = false
  }

  private let state = LockedState(State())

  func makeDevice(isAvailable: Bool = true) -> Device {
    let device = Device(self, isAvailable: isAvailable)
    state.withLock { $0.devices.append(device) }
    return device
  }

  var values: [String: [UInt8]] { state.withLock { $0.values } }

  /// Refuses all values, for example because of those that a device doesn't have yet, or takes them again.
  func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

  /// Takes a value of a device.
  ///
  /// - Returns: `false` if the storage is full, or would be above its limits.
  fileprivate func upload(_ bytes: [UInt8], forKey key: String, from device: Device) -> Bool {
    let others = state.withLock { state -> [Device]? in
      if state.isFull { return nil }
      var values = state.values
      values[key] = bytes
      let size = values.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
      guard values.count <= 1_024, size <= 1_048_576, key.utf8.count <= 64 else { return nil }
      state.values = values
      return state.devices.filter { $0 !== device }
    }
    guard let others else { return false }
    for other in others { other.download(bytes, forKey: key) }
    return true
  }

  fileprivate func remove(_ key: String) { state.withLock { $0.values[key] = nil } }

  /// Removes a value on all devices but one.
  fileprivate func remove(_ key: String, from device: Device) {
    remove(key)
    for other in state.withLock({ $0.devices }) where other !== device { other.forget(key) }
  }

  /// The storage as one device sees it.
  final class Device: KeyValueMailboxes {
    private struct State {
      var values: [String: [UInt8]] = [:]
      var onChange: (@Sendable (KeyValueChange) -> Void)?
    }

    private let cloud: FakeCloud
    private let isAvailable: Bool
    private let state = LockedState(State())

    fileprivate init(_ cloud: FakeCloud, isAvailable: Bool) {
      self.cloud = cloud
      self.isAvailable = isAvailable
      state.withLock { $0.values = cloud.values }
    }

    func start(_ onChange: @escaping @Sendable (KeyValueChange) -> Void) -> ChannelObservation? {
      guard isAvailable else { return nil }
      state.withLock { $0.onChange = onChange }
      return ChannelObservation { [weak self] in self?.state.withLock { $0.onChange = nil } }
    }

    var isObserved: Bool { state.withLock { $0.onChange != nil } }

    var keys: [String] { Array(state.withLock { $0.values }.keys) }

    var size: Int { state.withLock { $0.values }.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } }

    func bytes(forKey key: String) -> [UInt8]? { state.withLock { $0.values[key] } }

    func set(_ bytes: [UInt8], forKey key: String) {
      state.withLock { $0.values[key] = bytes }
      if !cloud.upload(bytes, forKey: key, from: self) { report(.quotaViolation) }
    }

    func remove(_ key: String) {
      state.withLock { $0.values[key] = nil }
      cloud.remove(key, from: self)
    }

    fileprivate func forget(_ key: String) {
      state.withLock { $0.values[key] = nil }
      report(.values)
    }

    fileprivate func download(_ bytes: [UInt8], forKey key: String) {
      state.withLock { $0.values[key] = bytes }
      report(.values)
    }

    /// Discards a value, as the first download does with values that were set before it.
    func discard(_ key: String) {
      cloud.remove(key)
      state.withLock { $0.values[key] = nil }
      report(.values)
    }

    /// Changes the account: the values of the earlier one disappear.
    func changeAccount(to values: [String: [UInt8]]) {
      replaceValues(with: values)
      report(.accountChange)
    }

    /// Replaces the values with those of another account, which isn't reported yet.
    func replaceValues(with values: [String: [UInt8]]) { state.withLock { $0.values = values } }

    func report(_ change: KeyValueChange) { state.withLock { $0.onChange }?(change) }
  }
}
