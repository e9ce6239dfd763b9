import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite(.timeLimit(.minutes(30))) struct SealedTransportTests {
  private struct Forged: Error {}

  /// Adds a key byte to each byte and to the end, which is checked when the message is opened.
  private func sealed(_ base: some SyncTransport, key: UInt8) -> SealedTransport {
    SealedTransport(
      base, overhead: 1,
      seal: { message in message.map { $0 &+ key } + [key] },
      open: { sealed in
        guard sealed.last == key else { throw Forged() }
        return sealed.dropLast().map { $0 &- key }
      })
  }

  @Test func `the base carries only sealed messages, and the receiver gets the originals`() async throws {
    let hub = InProcessHub()
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let (sender, receiver) = (sealed(one, key: 7), sealed(two, key: 7))
    let (first, second) = (EventReader(sender), EventReader(receiver))
    let spy = EventReader(hub.makeTransport(named: "spy"))
    try await sender.send([1, 2], to: nil)
    #expect(try await second.message() == [1, 2])
    #expect(try await spy.message() == [8, 9, 7])
    #expect(receiver.delivery == .stream)
    withExtendedLifetime(first) {}
  }

  @Test func `a message that cannot be opened is reported without its bytes, and never delivered`() async throws {
    let hub = InProcessHub()
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let (sender, receiver) = (sealed(one, key: 7), sealed(two, key: 7))
    let (first, second) = (EventReader(sender), EventReader(receiver))
    try await one.send([200, 201], to: nil)
    try await one.send([], to: nil)
    try await sealed(one, key: 8).send([202], to: nil)
    try await sender.send([1], to: nil)
    let reports = Collected<SettingsError>()
    let message = try await SettingsDiagnostics.withHandler({ reports.append($0) }) { try await second.message() }
    #expect(message == [1])
    #expect(reports.elements.map(\.code) == Array(repeating: .messageNotOpened, count: 3))
    #expect(reports.elements.allSatisfy { !"\($0)".contains("20") && $0.underlying == nil })
    withExtendedLifetime(first) {}
  }

  @Test func `a message has to fit into the base when it is sealed`() async throws {
    let hub = InProcessHub(maximumMessageSize: 10)
    let one = hub.makeTransport(named: "phone")
    let sender = sealed(one, key: 7)
    let reader = EventReader(sender)
    #expect(sender.maximumMessageSize == 9)
    try await sender.send(Array(repeating: 0, count: 9), to: nil)
    #expect(await code { try await sender.send(Array(repeating: 0, count: 10), to: nil) } == .messageTooLarge)
    withExtendedLifetime(reader) {}
  }

  @Test func `an error of the closure that seals is thrown, and nothing is sent`() async throws {
    let hub = InProcessHub()
    let (one, two) = (hub.makeTransport(named: "phone"), hub.makeTransport(named: "watch"))
    let sender = SealedTransport(one, seal: { _ in throw Forged() }, open: { $0 })
    let (first, second) = (EventReader(sender), EventReader(two))
    await #expect(throws: Forged.self) { try await sender.send([1], to: nil) }
    try await one.send([2], to: nil)
    #expect(try await second.message() == [2])
    withExtendedLifetime(first) {}
  }

  @Test func `an error of the base ends the events`() async throws {
    let hub = InProcessHub()
    let one = hub.makeTransport(named: "phone")
    let reader = EventReader(sealed(one, key: 7))
    one.disconnect()
    #expect(await reader.failure() == .transportUnavailable)
  }
}
