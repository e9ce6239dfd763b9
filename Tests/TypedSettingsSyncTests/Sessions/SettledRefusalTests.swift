import Testing
import TypedSettings
import TypedSettingsSync

/// Received values that couldn't be applied, and that don't wait any more.
@Suite(.timeLimit(.minutes(30))) struct SettledRefusalTests {
  @Test func `a refusal is removed when a change of the device replaces the received value`() async throws {
    let (left, right) = (TestDevice(), TestDevice(coding: .automatic.validated(by: .range(0...10))))
    let network = TestNetwork(.stream)
    let sync = right.sync(over: network)
    try await SettingsDiagnostics.withHandler({ _ in }) {
      try await running([left.sync(over: network), sync]) {
        left.count.value = 11
        try await wait { sync.refusals[right.count.key] != nil }
        right.count.value = 3
        try await wait { left.count.value == 3 }
        #expect(sync.refusals.isEmpty)
      }
    }
  }
}
