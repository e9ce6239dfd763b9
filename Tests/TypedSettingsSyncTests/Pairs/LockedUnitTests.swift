import Testing
import TypedSettings
import TypedSettingsSync

/// Synchronization while an administrator locks a setting.
@Suite(.timeLimit(.minutes(30))) struct LockedUnitTests {
  private static let countKey = SettingsKey(domain: TestDevice.domain, name: "Count")

  @Test func `a setting that is locked while its unit is applied gets all values of the unit below the lock`()
    async throws
  {
    let (user, policy) = (InMemorySettingsStore(), InMemorySettingsStore())
    let store = LayeredSettingsStore([.layer("managed", policy), .writable("user", user)])
    let once = Once()
    let rule = SettingCoding<Int>.automatic.validated(
      by: .custom("any") { value in
        if value == 5 { once.run { policy.set(99, forKey: Self.countKey) } }
        return true
      })
    let unit = SettingsAttributes().setting(\.syncUnit, to: "pair")
    let extra = SettingsKey(domain: TestDevice.domain, name: "Extra")
    func device(in store: any SettingsStore, _ coding: SettingCoding<Int> = .automatic) -> TestDevice {
      TestDevice(in: store, attributes: unit, coding: coding) {
        [TestDevice.record("Extra", traits: .watchSync, attributes: unit)]
      }
    }
    let (left, right) = (device(in: store, rule), device(in: InMemorySettingsStore()))
    let network = TestNetwork(.latestState)
    (right.group.settings.last as? SettingRecord<Int>)?.value = 6
    right.count.value = 5
    let sync = left.sync(over: network)
    try await running([sync, right.sync(over: network)]) {
      try await wait { user.value(forKey: Self.countKey) == 5 && user.value(forKey: extra) == 6 }
      // The lock decides what's in effect, and stays.
      #expect(left.count.value == 99 && left.count.isLocked)
      #expect(sync.refusals.isEmpty)
      policy.set(nil, forKey: Self.countKey)
      #expect(left.count.value == 5)
    }
  }
}
