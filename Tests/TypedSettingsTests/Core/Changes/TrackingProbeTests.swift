import Observation
import Synchronization
import Testing
import TypedSettings

@testable import TypedSettingsCore

struct TrackingProbeTests {
  private let probe = TrackingProbe()

  @Test func `stores have probes`() {
    #expect(TrackingProbe.make() != nil)
  }

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

  @Test(arguments: [0, 1, 2, 3, 4] as [UInt64]) func `a probe that misses a tracked read is not reliable`(limit: UInt64)
  {
    #expect(!TrackingProbe(countedHashes: limit).isReliable)
  }

  @Test func `a probe that detects tracked reads is reliable`() {
    #expect(TrackingProbe(countedHashes: .max).isReliable)
  }

  @Test func `without probes every read counts as tracked`() {
    TrackingProbe.$areReliable.withValue(false) {
      #expect(TrackingProbe.make() == nil)
      let live = InMemorySettingsStore().liveValue(forKey: testKey)
      #expect(!live.hasTrackers)
      _ = live.access()
      #expect(live.hasTrackers)
    }
  }

  @Test func `live values of a probe share anchors, and have properties of their own`() {
    let slots = (0..<20).map { _ in probe.makeSlot() }
    let anchors = Set(slots.map { ObjectIdentifier($0.anchor) })
    #expect(anchors.count == 3)
    for anchor in anchors {
      let paths = slots.filter { ObjectIdentifier($0.anchor) == anchor }.flatMap { [$0.path, $0.storedPath] }
      #expect(Set(paths.map { $0 as AnyKeyPath }).count == paths.count)
    }
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
