import Testing
import TypedSettings

/// A target of bindings on the main actor.
@MainActor private final class Player {
  var volume = -1 {
    didSet { volumes.append(volume) }
  }
  private(set) var volumes: [Int] = []
  let subscriptions = SettingSubscriptions()
}

/// A target of bindings that isn't `Sendable`.
private final class Box {
  var value = -1
}

/// A target of bindings from any isolation.
private final class SharedBox: Sendable {
  private let state = LockedState(-1)

  var value: Int {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct BindingTests {
  private let store = InMemorySettingsStore()
  private let volume: SettingRecord<Int>

  init() { volume = makeRecord(in: store, default: 5) }

  @Test func `the current value arrives before the function returns`() {
    var values: [Int] = []
    let binding = volume.bind { values.append($0) }
    #expect(values == [5])
    binding.cancel()
  }

  @Test func `later values arrive on the caller's actor, only the newest if it is busy`() async throws {
    let player = Player()
    let binding = volume.bind { player.volume = $0 }
    for value in 6...100 { volume.value = value }
    try await wait { player.volumes.count >= 2 }
    volume.reset()
    try await wait { player.volumes.count >= 3 }
    #expect(player.volumes == [5, 100, 5])
    binding.cancel()
    await binding.value
    #expect(store.observerCount == 0)
  }

  @Test func `a value written in the first call is not missed`() async throws {
    var values: [Int] = []
    let binding = volume.bind { value in
      values.append(value)
      if value == 5 { volume.value = 6 }
    }
    try await wait { values.count >= 2 }
    #expect(values == [5, 6])
    binding.cancel()
  }

  @Test func `no value arrives after the binding is canceled`() async {
    let player = Player()
    let binding = volume.bind { player.volume = $0 }
    volume.value = 6
    binding.cancel()
    volume.value = 7
    await binding.value
    #expect(player.volumes == [5])
    #expect(store.observerCount == 0)
  }

  @Test func `a bound property stays equal to the setting`() async throws {
    let player = Player()
    let binding = volume.bind(to: player, \.volume)
    #expect(player.volume == 5)
    volume.value = 6
    try await wait { player.volume == 6 }
    binding.cancel()
    await binding.value
    #expect(store.observerCount == 0)
  }

  @Test func `a binding does not retain its object, and ends at the next change`() async {
    weak var gone: Player?
    var calls = 0
    let binding: Task<Void, Never>
    do {
      let player = Player()
      gone = player
      binding = volume.bind(to: player) { player, value in
        player.volume = value
        calls += 1
      }
    }
    #expect(gone == nil)
    volume.value = 6
    await binding.value
    #expect(calls == 1)
    #expect(store.observerCount == 0)
  }

  @Test func `a binding ends with its subscriptions, without a change`() async {
    weak var gone: Player?
    let binding: Task<Void, Never>
    do {
      let player = Player()
      gone = player
      binding = volume.bind(to: player, \.volume, in: player.subscriptions)
    }
    #expect(gone == nil)
    await binding.value
    #expect(store.observerCount == 0)
  }

  @Test func `subscriptions can be canceled and reused`() async {
    let subscriptions = SettingSubscriptions()
    let first = volume.bind(in: subscriptions) { _ in }
    subscriptions.cancel()
    await first.value
    let second = volume.bind(in: subscriptions) { _ in }
    #expect(subscriptions.count == 1)
    second.cancel()
    await second.value
    #expect(subscriptions.count == 0)
  }

  @Test func `a binding whose first call cancels its subscriptions ends`() async {
    let subscriptions = SettingSubscriptions()
    var values: [Int] = []
    let binding = volume.bind(in: subscriptions) { value in
      values.append(value)
      subscriptions.cancel()
    }
    volume.value = 6
    await binding.value
    #expect(values == [5])
    #expect(store.observerCount == 0)
  }

  @Test func `state that is not sendable can be bound on its own actor`() async throws {
    let box = Box()
    let binding = volume.bind(to: box, \.value)
    volume.value = 8
    try await wait { box.value == 8 }
    binding.cancel()
    await binding.value
    #expect(box.value == 8)
  }
}

// MARK: Other isolations

extension BindingTests {
  @Test nonisolated func `nonisolated code can bind Sendable state`() async throws {
    let box = SharedBox()
    let log = Log<Int>()
    let subscriptions = SettingSubscriptions()
    let bindings = [
      volume.bind(to: box, \.value, isolation: nil), volume.bind(in: subscriptions, isolation: nil) { log.append($0) },
    ]
    #expect(box.value == 5)
    #expect(log.elements == [5])
    volume.value = 6
    try await wait { box.value == 6 && log.elements.count >= 2 }
    #expect(log.elements == [5, 6])
    bindings[0].cancel()
    subscriptions.cancel()
    for binding in bindings { await binding.value }
    #expect(store.observerCount == 0)
  }

  @Test func `an actor can bind its own state`() async throws {
    let follower = Follower()
    await follower.follow(volume)
    #expect(await follower.values == [5])
    volume.value = 6
    try await wait { await follower.values.count >= 2 }
    #expect(await follower.values == [5, 6])
    await follower.stop()
    #expect(store.observerCount == 0)
  }

  @Test func `an actor is released after it ends its binding`() async throws {
    weak var gone: Follower?
    do {
      let follower = Follower()
      gone = follower
      await follower.follow(volume)
      await follower.stop()
    }
    // The task releases the actor right after the value is known.
    try await wait { gone == nil }
    #expect(store.observerCount == 0)
  }
}

private actor Follower {
  private(set) var values: [Int] = []
  private var binding: Task<Void, Never>?

  func follow(_ record: SettingRecord<Int>) { binding = record.bind { self.values.append($0) } }

  func stop() async {
    binding?.cancel()
    await binding?.value
    binding = nil
  }
}

// MARK: Leaks

extension BindingTests {
  @Test func `finished bindings leave nothing behind`() async throws {
    weak var record: SettingRecord<Int>?
    let subscriptions = SettingSubscriptions()
    do {
      let volume: SettingRecord<Int> = makeRecord(in: store, default: 5)
      record = volume
      var bindings: [Task<Void, Never>] = []
      for number in 0..<10_000 {
        let player = Player()
        switch number % 4 {
        case 0: bindings.append(volume.bind(to: player, \.volume, in: subscriptions))
        case 1: bindings.append(volume.bind(to: player, \.volume, in: player.subscriptions))
        case 2: bindings.append(volume.bind(to: player, \.volume))
        default: bindings.append(volume.bind(isolation: nil) { _ in })
        }
        if number % 4 == 3 { bindings[number].cancel() }
      }
      volume.value = 6
      for binding in bindings { await binding.value }
    }
    #expect(subscriptions.count == 0)
    #expect(store.observerCount == 0)
    try await wait { record == nil }
  }
}
