import Testing
import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  struct KeyPathPublisherTests {
    private let store = InMemorySettingsStore()
    private let settings: PlayerSettings

    init() { settings = makeSettings(in: store) { PlayerSettings() } }

    @Test func `the publisher of a setting's key path publishes its values without repeats`() {
      var values: [Int] = []
      let subscription = settings.publisher(for: \.volume).sink { values.append($0) }
      for value in [6, 6, 7] { settings.volume = value }
      settings.isMuted = true
      subscription.cancel()
      settings.volume = 8
      #expect(values == [5, 6, 7])
    }

    @Test func `a key path reaches a setting of a nested group`() {
      var values: [Int] = []
      let subscription = settings.publisher(for: \.queue.length).sink { values.append($0) }
      settings.queue.length = 11
      subscription.cancel()
      #expect(values == [10, 11])
    }

    @Test func `the publisher of a computed property follows only the settings that it reads`() {
      var values: [Int] = []
      let subscription = settings.publisher(for: \.loudness).sink { values.append($0) }
      settings.volume = 6
      settings.isMuted = true
      #expect(store.observerCount == 1)
      settings.volume = 7
      settings.isMuted = false
      #expect(store.observerCount == 2)
      settings.volume = 8
      subscription.cancel()
      #expect(values == [5, 6, 0, 7, 8])
      #expect(store.observerCount == 0)
    }

    @Test func `a value that is not Equatable is published after each change of its settings`() {
      var values: [Int] = []
      let subscription = settings.publisher(for: \.level).sink { values.append($0.loudness) }
      settings.volume = 6
      settings.queue.length = 11
      settings.volume = 6
      settings.isMuted = true
      subscription.cancel()
      #expect(values == [5, 6, 0])
    }

    @Test func `without demand nothing is evaluated, and the first demand gets the newest value`() {
      let collector = Collector<Int>()
      settings.publisher(for: \.volume).subscribe(collector)
      #expect(store.observerCount == 0)
      settings.volume = 6
      collector.request(1)
      for value in 7...9 { settings.volume = value }
      #expect(collector.values == [6])
      collector.request(1)
      #expect(collector.values == [6, 9])
      collector.cancel()
    }

    @Test func `a sink may write the setting that it follows`() {
      var values: [Int] = []
      let subscription = settings.publisher(for: \.volume).sink { value in
        values.append(value)
        if value < 9 { settings.volume = value + 1 }
      }
      subscription.cancel()
      #expect(values == [5, 6, 7, 8, 9])
    }

    @Test func `a subscriber that cancels within a call is not called again`() {
      let collector = Collector<Int>(demanding: .unlimited) { collector, _ in
        collector.cancel()
        return .unlimited
      }
      settings.publisher(for: \.volume).subscribe(collector)
      settings.volume = 6
      #expect(collector.values == [5])
      #expect(store.observerCount == 0)
    }
  }
#endif
