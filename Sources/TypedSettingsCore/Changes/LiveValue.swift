public import Synchronization

/// The current value of a key in a store, with its revision and its observers.
///
/// All records of a key share one live value if the store provides live values. A record caches its decoded value with
/// the revision, and compares that with the result of ``access()`` to validate the cache.
///
/// A program has one instance for each setting, so an instance is kept small: state for observation is allocated by the
/// first observer.
@usableFromInline
package final class LiveValue: Sendable {
  /// A value with its revision.
  @usableFromInline
  package struct Snapshot: Sendable {
    package let value: SettingsValue?
    package let revision: SettingsRevision

    /// The number for comparison with caches.
    @usableFromInline var cacheNumber: UInt64 { revision.number }
  }

  /// The state that the lock protects.
  struct State {
    /// The observers, created with the first one and released by the live value.
    ///
    /// Unmanaged, because retaining them takes a noticeable part of a write whose only observer is a raised signal.
    var unmanagedObservers: Unmanaged<ObserverRegistry>?

    var observers: ObserverRegistry? { unmanagedObservers?.takeUnretainedValue() }
    var value: SettingsValue?
    /// A Boolean value that indicates whether the value is the store's value.
    var isKnown: Bool
    /// A Boolean value that indicates whether the value may have been read; a store's first answer isn't a change.
    var wasKnown: Bool
    /// A Boolean value that indicates whether a report states that two settings of a group have the key.
    var isReportedAsShared = false
    /// The number of settings with the key, capped at two.
    var settingCount: UInt8 = 0
    /// The value type of the settings with the key; zero while there are none.
    var valueType: ValueType = 0
    /// The number of key-path evaluations in progress; 16 bits wide, so that it shares a word with the digest.
    var traces: UInt16 = 0
  }

  /// A digest of a value type, which is never zero.
  typealias ValueType = UInt16

  @usableFromInline package let key: SettingsKey

  /// The representation of the value to Swift Observation; created by the first tracked read.
  ///
  /// Unmanaged, because loading an `AtomicLazyReference` costs four times as much as the rest of a read.
  @usableFromInline let trackers = Atomic<Unmanaged<LiveValueTrackers>?>(nil)

  /// The probe that detects tracked reads; if `nil`, every read counts as tracked.
  @usableFromInline let probe: TrackingProbe?

  /// The number of the value's revision.
  ///
  /// If the value isn't known, or while reads are traced, it never matches a cached number. It's written only under the
  /// lock and, apart from ``tracingMark``, only increases.
  @usableFromInline let revision: Atomic<UInt64>

  let state: LockedState<State>

  /// Creates the live value of a key whose value is known.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value of the key, or `nil` if it has none.
  ///   - probe: The probe that detects tracked reads; if `nil`, every read counts as tracked.
  package init(key: SettingsKey, value: SettingsValue? = nil, probe: TrackingProbe? = nil) {
    self.key = key
    self.probe = probe
    state = LockedState(State(value: value, isKnown: true, wasKnown: true))
    revision = Atomic(SettingsRevision.initial.number)
  }

  /// Creates the live value of a key that has no value, for its first setting.
  init(key: SettingsKey, probe: TrackingProbe?, valueType: ValueType) {
    self.key = key
    self.probe = probe
    state = LockedState(State(isKnown: true, wasKnown: true, settingCount: 1, valueType: valueType))
    revision = Atomic(SettingsRevision.initial.number)
  }

  /// Creates the live value of a key whose value isn't known yet.
  package init(unknown key: SettingsKey) {
    self.key = key
    probe = nil
    state = LockedState(State(isKnown: false, wasKnown: false))
    revision = Atomic(0)
  }

  deinit {
    trackers.load(ordering: .acquiring)?.release()
    state.withLock { $0.unmanagedObservers?.release() }
  }

  /// Registers an access with Swift Observation.
  ///
  /// - Returns: The number of the value's revision.
  @inlinable
  package func access() -> UInt64 {
    if let trackers = trackers.load(ordering: .acquiring) {
      trackers._withUnsafeGuaranteedRef { $0.access() }
    } else if probe?.isTracking() ?? true {
      startTracking { $0.access() }
      // No cache matches this number, so the read continues to the path that registers its default.
      return Self.tracingMark
    }
    return cacheRevision
  }

  /// The number of the revision for comparison with caches; matches no cache while reads are traced.
  @inlinable
  package var cacheRevision: UInt64 { revision.load(ordering: .acquiring) }

  /// Registers an access to the stored value with Swift Observation.
  func accessStoredValue() {
    if let trackers = trackers.load(ordering: .acquiring) {
      trackers._withUnsafeGuaranteedRef { $0.accessStoredValue() }
    } else if probe?.isTracking() ?? true {
      startTracking { $0.accessStoredValue() }
    }
  }

  /// Creates the trackers, and registers the access with them.
  @usableFromInline
  func startTracking(_ access: (LiveValueTrackers) -> Void) {
    // Under the lock, so that a concurrent change either precedes the following read or finds the trackers.
    let trackers = state.withLock { _ in
      if let trackers = self.trackers.load(ordering: .relaxed) { return trackers }
      let trackers = Unmanaged.passRetained(LiveValueTrackers(probe?.makeSlot() ?? .first))
      self.trackers.store(trackers, ordering: .releasing)
      return trackers
    }
    trackers._withUnsafeGuaranteedRef(access)
  }

  /// Registers a setting with a value type.
  ///
  /// - Returns: `false` if an earlier setting has a different value type.
  func declare(_ type: ValueType) -> Bool {
    state.withLock { state in
      state.settingCount = min(state.settingCount + 1, 2)
      if state.valueType == 0 { state.valueType = type }
      return state.valueType == type
    }
  }

  /// Returns whether it hasn't been reported yet that two settings of a group have the key.
  func claimSharedKeyReport() -> Bool {
    state.withLock { state in
      defer { state.isReportedAsShared = true }
      return !state.isReportedAsShared
    }
  }

  /// Returns the digest of a value type.
  static func digest(of type: Any.Type) -> ValueType {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    return UInt16(truncatingIfNeeded: (address >> 4) ^ (address >> 20)) | 1
  }

  /// The value and its revision, or `nil` if the value isn't known.
  package var snapshot: Snapshot? { state.withLock { snapshot(of: $0) } }

  /// Returns whether the value is known and equal to the given one, so that writing it would change nothing.
  ///
  /// A floating-point number is equal to the same number in another notation, such as 1.50, which a document keeps.
  package func holds(_ value: SettingsValue?) -> Bool {
    state.withLock { state in
      if state.holds(value) { return true }
      guard case .double(let number)? = value, state.isKnown, let held = state.value?.nearestDouble else {
        return false
      }
      return held.bitPattern == number.bitPattern
    }
  }

  /// Returns the value and its revision, or `nil` if the value isn't known; requires the lock.
  func snapshot(of state: borrowing State) -> Snapshot? {
    guard state.isKnown else { return nil }
    return Snapshot(value: state.value, revision: SettingsRevision(number: number))
  }
}

extension LiveValue {
  /// A bit that is added to the revision while reads are traced.
  ///
  /// No cached revision has this bit, so every read takes the slow path. Untraced reads pay nothing for that.
  @usableFromInline static let tracingMark: UInt64 = 1 << 62

  /// The number of the revision; requires the lock.
  var number: UInt64 { revision.load(ordering: .relaxed) & ~Self.tracingMark }

  /// Sets the number of the revision; requires the lock.
  func setNumber(_ number: UInt64, _ state: borrowing State) {
    revision.store(state.traces == 0 ? number : number | Self.tracingMark, ordering: .releasing)
  }

  /// Makes every read fetch the snapshot until the matching call to ``endTrace()``.
  func beginTrace() {
    state.withLock { state in
      state.traces += 1
      setNumber(number, state)
    }
  }

  /// Ends a trace; when no trace is left, reads use their caches again.
  func endTrace() {
    state.withLock { state in
      state.traces -= 1
      setNumber(number, state)
    }
  }
}

/// The live value of an earlier operation, which can be recognized without counting a reference to it.
@usableFromInline
package struct RecentLiveValue: Sendable {
  // Retained, so that no other object gets the identity, which is stored because reading the reference counts it.
  @usableFromInline var live: LiveValue?
  @usableFromInline var identity: ObjectIdentifier?

  @inlinable package init(_ live: LiveValue? = nil) {
    self.live = live
    identity = live.map { ObjectIdentifier($0) }
  }

  @inlinable @inline(__always)
  package func isSame(as other: LiveValue) -> Bool { identity == ObjectIdentifier(other) }
}
