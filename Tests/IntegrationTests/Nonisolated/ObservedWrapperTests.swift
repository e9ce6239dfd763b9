import Observation
import Synchronization
import Testing
import TypedSettings

struct ObservedWrapperTests {
  private struct Refusal: Error {}

  private func changes<Value>(
    of property: KeyPath<ObservedPlayer, Value>, in player: ObservedPlayer, expected: Int = 1, _ change: () -> Void
  ) async {
    await confirmation(expectedCount: expected) { notified in
      withObservationTracking {
        _ = player[keyPath: property]
      } onChange: {
        notified()
      }
      change()
    }
  }

  @Test func `the default goes through the wrapper`() {
    let player = ObservedPlayer()
    #expect(player.percent == 100)
    #expect(player.balance == 1)
    #expect(player.title == "Intro")
    #expect(player.queue == [])
    #expect(player.volume == 0.5)
  }

  @Test func `the default is evaluated once for each object`() {
    let before = evaluations.load(ordering: .relaxed)
    _ = ObservedEvaluation()
    #expect(evaluations.load(ordering: .relaxed) == before + 1)
  }

  @Test func `an assigned value goes through the wrapper`() {
    let player = ObservedPlayer()
    player.percent = -5
    player.title = " Coda "
    player.balance = 0.25
    #expect(player.percent == 0)
    #expect(player.title == "Coda")
    #expect(player.balance == 0.25)
  }

  @Test func `a value that an initializer assigns goes through the wrapper`() {
    let player = ObservedPlayer(samples: [3, 1], gain: 12)
    #expect(player.samples == [3, 1])
    #expect(player.gain == 11)
  }

  @Test func `an edit in place goes through the wrapper`() {
    let player = ObservedPlayer()
    player.percent -= 20
    #expect(player.percent == 80)
    player.percent += 50
    #expect(player.percent == 100)
    player.title += " and more "
    #expect(player.title == "Intro and more")
  }

  @Test func `an edit in place that throws leaves no value that breaks the rule`() {
    func double(_ value: inout Double) throws(Refusal) {
      value *= 2
      throw Refusal()
    }
    let player = ObservedPlayer()
    #expect(throws: Refusal.self) { try double(&player.balance) }
    #expect(player.balance == 1)
  }

  @Test func `an optional without a default begins as nil`() {
    let player = ObservedPlayer()
    #expect(player.searchText == nil)
    player.searchText = "jazz"
    #expect(player.searchText == "jazz")
  }

  @Test func `an implicitly unwrapped optional is read without a question mark`() {
    let player = ObservedPlayer()
    #expect(player.class == nil)
    player.class = "first"
    player.class += " and second"
    let text: String = player.class
    #expect(text == "first and second")
  }

  @Test func `a custom generic wrapper is inferred from the property's type`() {
    let counter = ObservedCounter()
    counter.count = 47
    #expect(counter.count == 40)
  }

  @Test func `a property of a generic class can have a wrapper`() {
    let list = ObservedElements<String>()
    list.elements.append("a")
    #expect(list.elements == ["a"])
  }

  @Test func `a subclass can have its own wrappers`() {
    let object = ObservedDerived()
    object.title = " title "
    #expect(object.title == "title")
    #expect(object.subtitle == "derived")
  }

  @Test func `an edit in place copies no array`() {
    let player = ObservedPlayer()
    player.queue.reserveCapacity(100)
    let place = player.queue.place
    player.queue.append(3)
    #expect(player.queue.place == place)
    player.queue += [1, 2]
    player.queue.sort()
    #expect(player.queue == [1, 2, 3])
    #expect(player.queue.place == place)
  }

  @Test func `an edit in place copies no array in a box`() {
    let player = ObservedPlayer(samples: [5])
    player.samples.reserveCapacity(100)
    let place = player.samples.place
    player.samples.append(3)
    #expect(player.samples.place == place)
    player.samples += [1, 2]
    player.samples.sort()
    #expect(player.samples == [1, 2, 3, 5])
    #expect(player.samples.place == place)
  }

  @Test func `an observer is notified of an assignment`() async {
    let player = ObservedPlayer()
    await changes(of: \.percent, in: player) { player.percent = 7 }
  }

  @Test func `an observer is notified of an edit in place`() async {
    let player = ObservedPlayer()
    await changes(of: \.samples, in: player) { player.samples.append(7) }
  }

  @Test func `an observer is not notified of another property`() async {
    let player = ObservedPlayer()
    await changes(of: \.percent, in: player, expected: 0) {
      player.balance = 0.1
      player.plain += 1
    }
  }

  @Test func `an observer of the value is notified of a write to the projection`() async {
    let player = ObservedPlayer()
    await changes(of: \.volume, in: player) { player.$volume = 75 }
    #expect(player.volume == 0.75)
  }

  @Test func `an observer of the projection is notified of an assignment`() async {
    let player = ObservedPlayer()
    await changes(of: \.$volume, in: player) { player.volume = 0.2 }
    #expect(player.$volume == 20)
  }

  @Test func `an observer of the projection is notified of its edit in place`() async {
    let player = ObservedPlayer()
    await changes(of: \.$volume, in: player) { player.$volume += 5 }
    #expect(player.volume == 0.55)
  }

  @Test func `a write to the projection keeps the other state of the wrapper`() {
    let player = ObservedPlayer()
    player.$level.note = "loud"
    player.$level.wrappedValue = 9
    #expect(player.$level.note == "loud")
    #expect(player.level == 9)
  }

  @Test(arguments: [{ $0.level = 4 }, { $0.level += 1 }] as [@Sendable (ObservedPlayer) -> Void])
  func `an assigned value replaces the other state of the wrapper`(change: @Sendable (ObservedPlayer) -> Void) {
    let player = ObservedPlayer()
    player.$level.note = "loud"
    change(player)
    #expect(player.$level.note == "")
    #expect(player.level == 4)
  }

  @Test func `a property with a private setter has a public projection that is read-only`() {
    let player = PublicPlayer()
    player.amplify(to: 20)
    #expect(player.$loudness.wrappedValue == 11)
    #expect(player.$loudness.bounds == 0...11)
  }
}

extension [Int] {
  /// The address of the elements, which changes when they are copied.
  fileprivate var place: UnsafePointer<Int>? { withUnsafeBufferPointer { $0.baseAddress } }
}
