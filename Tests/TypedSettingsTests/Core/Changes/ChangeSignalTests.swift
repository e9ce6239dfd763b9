import Testing
import TypedSettings

@Suite struct ChangeSignalTests {
  private static let key = SettingsKey(domain: "com.example.tests", name: "Count")

  @Test func `only the first change after lowering a signal is notified of`() {
    let count = LockedState(0)
    let signal = ChangeSignal { count.withLock { $0 += 1 } }
    let live = LiveValue(key: Self.key)
    live.add(signal)
    for number in 1...10 { live.commit(.integer(Int64(number)), origin: .local) }
    #expect(count.withLock { $0 } == 1)
    signal.lower()
    #expect(count.withLock { $0 } == 1)
    live.commit(11, origin: .local)
    live.commit(11, origin: .local)
    #expect(count.withLock { $0 } == 2)
    live.remove(signal)
    signal.lower()
    live.commit(12, origin: .local)
    #expect(count.withLock { $0 } == 2)
    #expect(live.observerCount == 0)
  }

  @Test func `a raised signal withholds no change from an observer`() {
    let values = LockedState<[SettingsValue?]>([])
    let signal = ChangeSignal {}
    let live = LiveValue(key: Self.key)
    live.add(signal)
    live.commit(1, origin: .local)
    let token = live.observe { change in values.withLock { $0.append(change.newValue) } }
    live.commit(2, origin: .local)
    live.commit(3, origin: .local)
    live.removeObserver(token)
    live.commit(4, origin: .local)
    #expect(values.withLock { $0 } == [2, 3])
  }

  @Test func `two signals of a value are raised apart`() {
    let counts = LockedState([0, 0])
    let signals = (0..<2).map { number in ChangeSignal { counts.withLock { $0[number] += 1 } } }
    let live = LiveValue(key: Self.key)
    for signal in signals { live.add(signal) }
    live.commit(1, origin: .local)
    signals[1].lower()
    live.commit(2, origin: .local)
    #expect(counts.withLock { $0 } == [1, 2])
    live.remove(signals[0])
    signals[1].lower()
    live.commit(3, origin: .local)
    #expect(counts.withLock { $0 } == [1, 3])
  }

  @Test func `a signal is notified of after the change`() {
    let live = LiveValue(key: Self.key)
    let seen = LockedState<SettingsValue?>(nil)
    let signal = ChangeSignal { seen.withLock { $0 = live.snapshot?.value } }
    live.add(signal)
    live.commit(7, origin: .local)
    #expect(seen.withLock { $0 } == 7)
    live.remove(signal)
  }
}
