import Observation
import Synchronization
import Testing

@testable import TypedSettings

struct TrackingProbeTests {
  private let probe: TrackingProbe

  init() throws { probe = try #require(TrackingProbe.make()) }

  @Test func `tracked and untracked reads are distinguished`() {
    #expect(!probe.isTracking())
    let tracked = withObservationTracking {
      [probe.isTracking(), probe.isTracking()]
    } onChange: {
    }
    #expect(tracked == [true, true])
    #expect(!probe.isTracking())
  }

  @Test func `reads within and after nested tracking are tracked`() {
    let tracked = withObservationTracking {
      [withObservationTracking({ probe.isTracking() }, onChange: {}), probe.isTracking()]
    } onChange: {
    }
    #expect(tracked == [true, true])
  }

  @Test func `an untracked value has no registrar`() {
    let live = LiveValue(key: testKey, probe: probe)
    _ = live.access()
    live.commit(1, origin: .local)
    #expect(!live.hasTrackers)
    withObservationTracking({ _ = live.access() }, onChange: {})
    #expect(live.hasTrackers)
  }

  @Test(arguments: [true, false]) func `the first tracked read is notified of the next change`(hasProbe: Bool) {
    let live = LiveValue(key: testKey, probe: hasProbe ? probe : nil)
    _ = live.access()
    let notified = Log<Int>()
    withObservationTracking({ _ = live.access() }, onChange: { notified.append(1) })
    live.commit(1, origin: .local)
    live.commit(2, origin: .local)
    #expect(notified.elements == [1])
  }

  @Test func `every thread whose first read is tracked is notified`() async {
    for round in 0..<200 {
      let live = LiveValue(key: testKey, probe: probe)
      let notified = Log<Int>()
      await withTaskGroup { group in
        for thread in 0..<8 {
          group.addTask { withObservationTracking({ _ = live.access() }, onChange: { notified.append(thread) }) }
        }
      }
      live.commit(1, origin: .local)
      #expect(notified.elements.sorted() == Array(0..<8), "round \(round)")
    }
  }

  @Test func `an unfinished tracking is released with its store`() {
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
