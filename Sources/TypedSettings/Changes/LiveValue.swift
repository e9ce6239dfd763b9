public import Synchronization

/// The one live place of a key in a store: its value, the value's revision, and who is told of changes.
///
/// All records of a key in a store that has live values share one. A record keeps what it decoded together with the
/// revision, and a glance at ``access()`` tells it whether that is still the value.
///
/// There is one for each setting of a program, so it is kept small: what serves observation is made when somebody
/// observes.
@usableFromInline
package final class LiveValue: Sendable {
  /// A value as it was at one moment.
  @usableFromInline
  package struct Snapshot: Sendable {
    package let value: SettingsValue?
    package let revision: SettingsRevision
  }

  struct State {
    /// Made with the first observer.
    var observers: ObserverRegistry?
    var value: SettingsValue?
    /// Whether the value is that of the store, as far as anybody has told.
    var isKnown: Bool
    /// Whether anybody may have seen the value; the first answer of a store is no change.
    var wasKnown: Bool
    /// How many settings there are of the key; two stands for all greater numbers.
    var settingCount: UInt8 = 0
    /// A digest of the type of the settings that share the value; zero before there is one.
    var valueType: UInt16 = 0
    /// How many evaluations of key paths are under way; as small as the digest, so that both fit where one had room.
    var traces: UInt16 = 0
  }

  @usableFromInline package let key: SettingsKey

  /// What Swift Observation knows the value by; made at the first read that it may track, and there from then on.
  ///
  /// Unmanaged, because to load an `AtomicLazyReference` costs four times as much as everything else a read does.
  @usableFromInline let trackers = Atomic<Unmanaged<LiveValueTrackers>?>(nil)

  /// What tells whether a read is tracked; `nil` if every read is taken for tracked.
  @usableFromInline let probe: TrackingProbe?

  /// The number of the value's revision; of one that nobody has cached while the value is not known, or while reads are
  /// traced.
  ///
  /// Written under the lock alone, and only ever to a greater number, but for ``tracingMark``.
  @usableFromInline let revision: Atomic<UInt64>

  let state: LockedState<State>

  /// Makes the live value of a key whose value is known.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: Its value; `nil` if it has none.
  ///   - probe: What tells whether Swift Observation tracks a read; `nil` if every read is to be taken for tracked.
  package init(key: SettingsKey, value: SettingsValue? = nil, probe: TrackingProbe? = nil) {
    self.key = key
    self.probe = probe
    state = LockedState(State(value: value, isKnown: true, wasKnown: true))
    revision = Atomic(SettingsRevision.initial.number)
  }

  /// Makes the live value of a key whose value is not known yet.
  package init(unknown key: SettingsKey) {
    self.key = key
    probe = nil
    state = LockedState(State(isKnown: false, wasKnown: false))
    revision = Atomic(0)
  }

  deinit { trackers.load(ordering: .acquiring)?.release() }

  /// Registers an access with Swift Observation.
  ///
  /// - Returns: The number of the value's revision.
  @inlinable
  package func access() -> UInt64 {
    if let trackers = trackers.load(ordering: .acquiring) {
      trackers._withUnsafeGuaranteedRef { $0.access() }
    } else if probe?.isTracking() ?? true {
      startTracking { $0.access() }
      // No cache has it, so that the read goes on to tell its default.
      return Self.tracingMark
    }
    return cacheRevision
  }

  /// The number of the revision, as caches compare it: while reads are traced it is one that no cache has.
  @inlinable
  package var cacheRevision: UInt64 { revision.load(ordering: .acquiring) }

  /// Registers an access to what the store holds with Swift Observation.
  func accessStoredValue() {
    if let trackers = trackers.load(ordering: .acquiring) {
      trackers._withUnsafeGuaranteedRef { $0.accessStoredValue() }
    } else if probe?.isTracking() ?? true {
      startTracking { $0.accessStoredValue() }
    }
  }

  /// Makes the trackers, and registers the access.
  @usableFromInline
  func startTracking(_ access: (LiveValueTrackers) -> Void) {
    // Under the lock, so that a change either comes before the read that follows, or finds the trackers.
    let trackers = state.withLock { _ in
      if let trackers = self.trackers.load(ordering: .relaxed) { return trackers }
      let trackers = Unmanaged.passRetained(LiveValueTrackers())
      self.trackers.store(trackers, ordering: .releasing)
      return trackers
    }
    trackers._withUnsafeGuaranteedRef(access)
  }

  /// Takes notice of a setting of a type.
  ///
  /// - Returns: `false` if a setting of another type came first.
  package func declare(_ type: Any.Type) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(type).hashValue)
    let digest = UInt16(truncatingIfNeeded: (address >> 4) ^ (address >> 20)) | 1
    return state.withLock { state in
      state.settingCount = min(state.settingCount + 1, 2)
      if state.valueType == 0 { state.valueType = digest }
      return state.valueType == digest
    }
  }

  /// The value and its revision; `nil` if the value is not known.
  package var snapshot: Snapshot? { state.withLock { snapshot(of: $0) } }

  /// Whether the value is known and is the given one.
  package func holds(_ value: SettingsValue?) -> Bool { state.withLock { $0.isKnown && $0.value == value } }

  func snapshot(of state: borrowing State) -> Snapshot? {
    guard state.isKnown else { return nil }
    return Snapshot(value: state.value, revision: SettingsRevision(number: number))
  }
}

extension LiveValue {
  /// Added to the revision while reads are traced.
  ///
  /// No cache has such a one, so every read asks for the snapshot. A read that is not traced pays nothing for that.
  @usableFromInline static let tracingMark: UInt64 = 1 << 62

  /// The number of the revision; asked for under the lock.
  var number: UInt64 { revision.load(ordering: .relaxed) & ~Self.tracingMark }

  /// Changes the number of the revision; runs under the lock.
  func setNumber(_ number: UInt64, _ state: borrowing State) {
    revision.store(state.traces == 0 ? number : number | Self.tracingMark, ordering: .releasing)
  }

  /// Makes every read ask for the snapshot, until ``endTrace()`` has been called as often.
  package func beginTrace() {
    state.withLock { state in
      state.traces += 1
      setNumber(number, state)
    }
  }

  /// Lets reads use their caches again.
  package func endTrace() {
    state.withLock { state in
      state.traces -= 1
      setNumber(number, state)
    }
  }
}

/// Live values of one domain, each found by the name of its key.
///
/// A set, because a dictionary would keep every name once more, which takes three times the room. To look for a name
/// therefore takes a live value of that name; who has found the one that is there keeps it, so few look twice.
package struct LiveValueSet {
  private struct Member: Hashable {
    let live: LiveValue

    static func == (left: Member, right: Member) -> Bool { left.live.key.name == right.live.key.name }

    func hash(into hasher: inout Hasher) { hasher.combine(live.key.name) }
  }

  private var members: Set<Member> = []
  private let probe: TrackingProbe?

  /// Makes a set without live values.
  ///
  /// - Parameter probe: The probe of those that it will make.
  package init(probe: TrackingProbe?) { self.probe = probe }

  /// The live values, in no order.
  package var values: [LiveValue] { members.map(\.live) }

  /// The live value of a key; `nil` if there is none.
  package func existingValue(forKey key: SettingsKey) -> LiveValue? {
    guard !members.isEmpty, let index = members.firstIndex(of: Member(live: LiveValue(key: key))) else { return nil }
    return members[index].live
  }

  /// The live value of a key, made if there is none.
  package mutating func value(forKey key: SettingsKey) -> LiveValue {
    members.insert(Member(live: LiveValue(key: key, probe: probe))).memberAfterInsert.live
  }
}
