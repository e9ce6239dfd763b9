import Testing
import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  struct ObservableObjectTests {
    private let store = InMemorySettingsStore()
    private let settings: PlayerSettings

    init() { settings = makeSettings(in: store) { PlayerSettings() } }

    @Test func `a change of any setting is published once, including those of nested groups`() {
      var count = 0
      let subscription = settings.objectWillChange.sink { count += 1 }
      #expect(count == 0)
      settings.volume = 6
      #expect(count == 1)
      settings.queue.length = 11
      #expect(count == 2)
      settings.isMuted = true
      #expect(count == 3)
      settings.volume = 6
      settings.isMuted = true
      #expect(count == 3)
      settings.volumeRecord.reset()
      settings.volume = 5
      #expect(count == 4)
      subscription.cancel()
      settings.volume = 9
      #expect(count == 4)
      #expect(store.observerCount == 0)
    }

    @Test func `generic code receives the changes of a group as an observable object`() {
      func count(_ object: some ObservableObject, of change: () -> Void) -> Int {
        var count = 0
        let subscription = object.objectWillChange.sink { _ in count += 1 }
        change()
        subscription.cancel()
        return count
      }
      #expect(count(settings) { settings.volume = 6 } == 1)
    }

    @Test func `a setting published before the store is announced before it changes`() {
      var seen: [Bool] = []
      let subscription = settings.objectWillChange.sink { seen.append(settings.isMuted) }
      settings.isMuted = true
      settings.isMuted = false
      subscription.cancel()
      #expect(seen == [false, true])
    }

    @Test func `each write of a sink is published once, after the sink returns`() {
      var count = 0
      var depth = 0
      let subscription = settings.objectWillChange.sink {
        depth += 1
        #expect(depth == 1)
        count += 1
        if count == 1 {
          settings.volume = 7
          settings.volume = 8
          settings.queue.length = 12
        }
        depth -= 1
      }
      settings.volume = 6
      subscription.cancel()
      #expect(count == 4)
    }

    @Test func `changes without demand are published as one`() {
      let collector = Collector<Void>()
      settings.objectWillChange.subscribe(collector)
      for value in 6...8 { settings.volume = value }
      #expect(collector.values.isEmpty)
      collector.request(5)
      #expect(collector.values.count == 1)
      collector.cancel()
    }

    @Test func `a change without demand is published although another setting is back at its last value`() {
      let collector = Collector<Void>(demanding: .max(2))
      settings.objectWillChange.subscribe(collector)
      settings.queue.length = 11
      settings.queue.length = 12
      #expect(collector.values.count == 2)
      settings.volume = 6
      settings.queue.length = 13
      settings.queue.length = 12
      collector.request(1)
      #expect(collector.values.count == 3)
      collector.cancel()
    }

    @Test @MainActor func `a group of the main actor is observable in the same way`() {
      let window = makeSettings(in: store) { WindowSettings() }
      var count = 0
      let subscription = window.objectWillChange.sink { count += 1 }
      window.widthRecord.value = 900
      subscription.cancel()
      #expect(count == 1)
    }
  }
#endif
