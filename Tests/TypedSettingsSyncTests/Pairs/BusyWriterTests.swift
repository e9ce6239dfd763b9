import Testing
import TypedSettings

@testable import TypedSettingsSync

/// A received value for a setting that another writer never stops changing.
@Suite(.timeLimit(.minutes(30))) struct BusyWriterTests {
  @Test func `a setting that's changed all the time keeps no other one from being exchanged, and gets its value later`()
    async throws
  {
    let (device, other, network) = (TestDevice(), TestDevice(), TestNetwork(.stream))
    let settings = BusySettings(
      SyncedSettings(of: [device.group], traits: .watchSync, including: [], rules: .all), busy: device.count.key)
    let context = SyncContext(account: SyncAccount(named: "me"), storage: device.storage, clock: device.clock)
    let sync = SettingsSync(settings, context, over: [network.transport()])
    try await running([sync, other.sync(over: network)]) {
      other.count.value = 5
      try await wait { settings.attemptCount > 10 }
      device.name.value = "sent"
      try await wait { other.name.value == "sent" }
      other.name.value = "received"
      try await wait { device.name.value == "received" }
      #expect(!device.count.isSet)
      settings.release()
      try await wait { device.count.value == 5 }
    }
  }
}

/// Settings of which one changes during each attempt to apply an entry, until it's released.
private final class BusySettings: SyncParticipant {
  private let settings: SyncedSettings
  private let busyKey: SettingsKey
  private let attempts = LockedState(0)
  private let isReleased = LockedState(false)

  init(_ settings: SyncedSettings, busy key: SettingsKey) {
    self.settings = settings
    busyKey = key
  }

  var attemptCount: Int { attempts.withLock { $0 } }

  func release() { isReleased.withLock { $0 = true } }

  func apply(_ entries: [SettingsKey: SyncEntry], over digests: [SettingsKey: UInt64]) -> SyncApplication {
    guard entries[busyKey] != nil, !isReleased.withLock({ $0 }) else { return settings.apply(entries, over: digests) }
    attempts.withLock { $0 += 1 }
    return SyncApplication(changed: Array(entries.keys))
  }

  var declarations: [SettingsKey: SyncDeclaration] { settings.declarations }

  var unreliableContents: [SettingsKey: SyncContent] { settings.unreliableContents }

  func description(of key: SettingsKey) -> SyncDescription? { settings.description(of: key) }

  func contents() -> [SettingsKey: SyncContent] { settings.contents() }

  func contents(of keys: some Sequence<SettingsKey>) -> [SettingsKey: SyncContent] { settings.contents(of: keys) }

  func storedContent(of key: SettingsKey) -> SyncContent? { settings.storedContent(of: key) }

  func set(_ contents: [SettingsKey: SyncVersionedContent], origin: SettingsChange.Origin) throws(SettingsError) {
    try settings.set(contents, origin: origin)
  }

  func value(of saved: SyncVersionedContent, forKey key: SettingsKey) throws(SettingsError) -> SettingsValue? {
    try settings.value(of: saved, forKey: key)
  }

  func observe(_ signal: (SettingsKey) -> ChangeSignal) -> SyncObservation { settings.observe(signal) }

  func followStores(_ onChange: @escaping @Sendable () -> Void) async { await settings.followStores(onChange) }

  func flush(_ keys: some Collection<SettingsKey>) throws { try settings.flush(keys) }
}
