import Observation
import Synchronization
import Testing

@testable import TypedSettings

struct TrackingProbeTests {
  private let probe: TrackingProbe

  init() throws { probe = try #require(TrackingProbe.make()) }

  @Test func `a read that is not tracked is told from one that is`() {
    #expect(!probe.isTracking())
    let tracked = withObservationTracking {
      [probe.isTracking(), probe.isTracking()]
    } onChange: {
    }
    #expect(tracked == [true, true])
    #expect(!probe.isTracking())
  }

  @Test func `tracking within tracking is noticed, and so is what comes after it`() {
    let tracked = withObservationTracking {
      [withObservationTracking({ probe.isTracking() }, onChange: {}), probe.isTracking()]
    } onChange: {
    }
    #expect(tracked == [true, true])
  }

  @Test func `a value that nobody tracks has no registrar`() {
    let live = LiveValue(key: testKey, probe: probe)
    _ = live.access()
    live.commit(1, origin: .local)
    #expect(!live.hasTrackers)
    withObservationTracking({ _ = live.access() }, onChange: {})
    #expect(live.hasTrackers)
  }

  @Test(arguments: [true, false]) func `the first read that is tracked is told of the next change`(hasProbe: Bool) {
    let live = LiveValue(key: testKey, probe: hasProbe ? probe : nil)
    _ = live.access()
    let told = Log<Int>()
    withObservationTracking({ _ = live.access() }, onChange: { told.append(1) })
    live.commit(1, origin: .local)
    live.commit(2, origin: .local)
    #expect(told.elements == [1])
  }

  @Test func `of many threads whose first read is tracked, each is told`() async {
    for round in 0..<200 {
      let live = LiveValue(key: testKey, probe: probe)
      let told = Log<Int>()
      await withTaskGroup { group in
        for thread in 0..<8 {
          group.addTask { withObservationTracking({ _ = live.access() }, onChange: { told.append(thread) }) }
        }
      }
      live.commit(1, origin: .local)
      #expect(told.elements.sorted() == Array(0..<8), "round \(round)")
    }
  }

  @Test func `a tracking that never ends goes with its store`() {
    final class Owner: Sendable {}
    weak var owner: Owner?
    do {
      let record = makeRecord(in: InMemorySettingsStore(), default: 0)
      let new = Owner()
      owner = new
      withObservationTracking({ _ = record.value }, onChange: { withExtendedLifetime(new) {} })
      #expect(owner != nil)
    }
    #expect(owner == nil)
  }
}

extension LiveValue {
  fileprivate var hasTrackers: Bool { trackers.load(ordering: .acquiring) != nil }
}
