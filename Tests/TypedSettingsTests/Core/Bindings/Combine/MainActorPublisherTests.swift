import Testing
import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A typical view model, which records the values of a publisher of a main actor's group.
  @MainActor private final class Model<Value> {
    private(set) var values: [Value] = []
    private var subscription: AnyCancellable?
    private let (news, continuation) = AsyncStream.makeStream(of: Void.self)

    func follow(_ publisher: some Publisher<Value, Never>) {
      subscription = publisher.sink { [weak self] value in
        self?.values.append(value)
        self?.continuation.yield()
      }
    }

    func cancel() { subscription = nil }

    /// Returns the values once the given number has arrived.
    func values(_ count: Int) async -> [Value] {
      var iterator = news.makeAsyncIterator()
      while values.count < count { await iterator.next() }
      return values
    }
  }

  @MainActor struct MainActorPublisherTests {
    private let store = InMemorySettingsStore()
    private let settings: WindowSettings
    private let model = Model<Int>()

    init() { settings = makeSettings(in: store) { WindowSettings() } }

    @Test func `a main actor setting publishes its current value and later ones without repeats`()
      async
    {
      model.follow(settings.publisher(for: \.width))
      #expect(model.values == [800])
      for value in [801, 801] {
        settings.width = value
        #expect(await model.values(2) == [800, 801])
      }
      settings.width = 802
      #expect(await model.values(3) == [800, 801, 802])
    }

    @Test func `a write on another thread arrives on the main actor`() async {
      model.follow(settings.publisher(for: \.width))
      let record = settings.widthRecord
      await Task.detached { record.value = 900 }.value
      #expect(await model.values(2) == [800, 900])
    }

    @Test func `a value that is not Equatable is published after a change of its settings`() async {
      let levels = Model<Level>()
      levels.follow(settings.publisher(for: \.level))
      settings.width = 850
      #expect(await levels.values(2).map(\.loudness) == [8, 8])
    }

    @Test func `a publisher created before a change starts with the value after it`() async {
      let publisher = settings.publisher(for: \.width)
      settings.width = 900
      model.follow(publisher)
      #expect(await model.values(1) == [900])
      settings.width = 901
      #expect(await model.values(2) == [900, 901])
    }

    @Test func `a group that is not Sendable is followed on the main actor`() async {
      let shelf = makeSettings(in: store) { ShelfSettings() }
      model.follow(shelf.publisher(for: \.length))
      shelf.length = 11
      #expect(await model.values(2) == [10, 11])
    }

    @Test func `a subscription that is canceled or released observes nothing`() async {
      model.follow(settings.publisher(for: \.width))
      #expect(store.observerCount == 1)
      settings.width = 900
      model.cancel()
      #expect(store.observerCount == 0)
      for _ in 0..<1000 { _ = settings.publisher(for: \.width).sink { _ in } }
      #expect(store.observerCount == 0)
    }

    @Test func `the newest value is kept until there is demand`() async {
      let collector = Collector<Int>()
      settings.publisher(for: \.width).subscribe(collector)
      model.follow(settings.publisher(for: \.width))
      settings.width = 900
      _ = await model.values(2)
      collector.request(2)
      #expect(collector.values == [900])
      collector.cancel()
    }
  }
#endif
