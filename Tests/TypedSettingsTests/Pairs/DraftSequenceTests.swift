import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Sequences of steps in a draft and outside of it.
@Suite struct DraftSequenceTests {
  private static let domain = "com.example.draft.sequences"

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  fileprivate final class Window: DefaultInitializableSettingsGroup, Sendable {
    let isOn = SettingRecord(name: "isOn", key: key("IsOn"), default: false, coding: .automatic)
    let low = SettingRecord(name: "low", key: key("Low"), default: 1, coding: .automatic)
    let high = SettingRecord(name: "high", key: key("High"), default: 10, coding: .automatic)
    let title = SettingRecord(
      name: "title", key: key("Title"), default: "", coding: .automatic.validated(by: .count(0...5)))
    let token = SettingRecord(name: "token", key: key("Token"), default: "", traits: [.secret], coding: .automatic)

    static var rules: [SettingsRule<Window>] { [SettingsRule("low is below high") { $0.low.value < $0.high.value }] }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(isOn)
      list.append(low)
      list.append(high)
      list.append(title)
      list.append(token)
    }
  }

  private typealias Resolution = SettingsDraft<Window>.ConflictResolution

  /// The stores whose settings are drafted.
  enum Place: CaseIterable {
    case memory, file, layers, recommended, wrapper

    func make(in folder: TemporaryFolder) -> (store: any SettingsStore, values: any SettingsStore) {
      let memory = InMemorySettingsStore()
      switch self {
      case .memory: return (memory, memory)
      case .file:
        let file = FileSettingsStore(file: folder.file("x.json"))
        return (file, file)
      case .layers:
        let layers = LayeredSettingsStore([.layer("managed", InMemorySettingsStore()), .writable("user", memory)])
        return (layers, memory)
      case .recommended:
        let recommended = InMemorySettingsStore([DraftSequenceTests.key("IsOn"): false])
        return (LayeredSettingsStore([.writable("user", memory), .layer("recommended", recommended)]), memory)
      case .wrapper: return (WrapperStore(memory), memory)
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Changes that are put back

  /// The ways to change a switch in a draft and to put it back.
  enum PuttingBack: CaseIterable {
    case toggledTwice, assignedStored, editedAndReset, toggledTwiceWhileSet

    fileprivate func run(_ draft: SettingsDraft<Window>) {
      let isOn = draft.settings.isOn
      switch self {
      case .toggledTwice, .toggledTwiceWhileSet:
        isOn.value.toggle()
        isOn.value.toggle()
        if self == .toggledTwice { isOn.reset() }
      case .assignedStored: isOn.value = isOn.value
      case .editedAndReset:
        isOn.value = true
        isOn.reset()
      }
    }

    /// A Boolean value that indicates whether the switch is stored before.
    var isSet: Bool { self == .assignedStored || self == .toggledTwiceWhileSet }
  }

  @Test(
    .timeLimit(.minutes(30)), arguments: Place.allCases, PuttingBack.allCases)
  func `a change that was put back is none, whatever happens elsewhere`(place: Place, way: PuttingBack) throws {
    for resolution in [Resolution.refuse, .overwrite, .keepStored] {
      let (store, values) = place.make(in: try TemporaryFolder())
      if way.isSet { try values.set(false, forKey: Self.key("IsOn")) }
      let window = Window.make(alternateStore: store)
      let draft = window.draft()
      way.run(draft)
      #expect(!draft.hasChanges)
      draft.settings.title.value = "new"
      window.isOn.value = true
      #expect(draft.settings.isOn.value)
      #expect(draft.conflicts.isEmpty)
      try draft.apply(resolution)
      #expect(window.title.value == "new")
      #expect(window.isOn.value)
      #expect(!draft.hasChanges)
    }
  }

  @Test(arguments: Place.allCases)
  func `a change to the value that is stored elsewhere is none`(place: Place) throws {
    let (store, values) = place.make(in: folder)
    let window = Window.make(alternateStore: store)
    let draft = window.draft()
    draft.settings.low.value = 5
    window.low.value = 5
    #expect(!draft.hasChanges)
    #expect(draft.conflicts.isEmpty)
    // A rule that is broken by stored values doesn't refuse other changes.
    window.high.value = 3
    draft.settings.title.value = "new"
    try draft.apply()
    #expect(values.value(forKey: Self.key("Title")) == "new")
  }

  @Test func `a reset that also happens elsewhere is no conflict over layers`() throws {
    let user = InMemorySettingsStore([Self.key("Low"): 3])
    let recommended = InMemorySettingsStore([Self.key("Low"): 2])
    let window = Window.make(
      alternateStore: LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)]))
    let draft = window.draft()
    draft.settings.low.reset()
    user.set(nil, forKey: Self.key("Low"))
    #expect(draft.conflicts.isEmpty)
    try draft.apply()
    #expect(window.low.value == 2)
  }

  @Test(arguments: Place.allCases)
  func `assigning a stored value changes nothing for the rules`(place: Place) throws {
    let (store, values) = place.make(in: folder)
    try values.set([Self.key("Low"): 20, Self.key("High"): 10, Self.key("IsOn"): true])
    let window = Window.make(alternateStore: store)
    try window.transaction {
      $0.low.value = 20
      $0.title.value = "new"
    }
    #expect(values.value(forKey: Self.key("Title")) == "new")
    let draft = window.draft()
    draft.settings.high.value = 10
    draft.settings.title.value = "newer"
    try draft.apply()
    #expect(values.value(forKey: Self.key("Title")) == "newer")
    #expect(throws: SettingsError.self) { try window.transaction { $0.low.value = 21 } }
  }

  // MARK: Errors that change nothing

  @Test(arguments: Place.allCases, [false, true])
  func `a draft that breaks a rule keeps its conflicts, whichever way they are resolved`(
    place: Place, isOverwriting: Bool
  ) throws {
    let (store, values) = place.make(in: folder)
    try values.set([Self.key("Low"): 1, Self.key("High"): 10])
    let window = Window.make(alternateStore: store)
    let draft = window.draft()
    draft.settings.isOn.value = true
    draft.settings.low.value = 30
    window.isOn.value = true
    window.isOn.reset()
    try values.set(5, forKey: Self.key("Low"))
    draft.settings.high.value = isOverwriting ? 20 : 4
    let before = draft.changes
    #expect(draft.conflicts.map(\.name) == ["low"])
    let error = #expect(throws: SettingsError.self) { try draft.apply(isOverwriting ? .overwrite : .keepStored) }
    #expect(error?.code == .invalid)
    #expect(draft.changes == before)
    #expect(draft.settings.low.value == 30)
    // The conflict is still one, so nothing is overwritten silently.
    draft.settings.high.value = 40
    let conflict = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(conflict?.code == .draftConflict)
    #expect(values.value(forKey: Self.key("Low")) == 5)
    try draft.apply(isOverwriting ? .overwrite : .keepStored)
    #expect(window.low.value == (isOverwriting ? 30 : 5))
    #expect(window.high.value == 40)
    #expect(!draft.hasChanges)
  }

  @Test(arguments: [false, true])
  func `a draft that its store refuses keeps its conflicts`(isOverwriting: Bool) throws {
    let store = FaultInjectingSettingsStore()
    let window = Window.make(alternateStore: store)
    let draft = window.draft()
    draft.settings.low.value = 5
    draft.settings.title.value = "new"
    window.low.value = 6
    let before = draft.changes
    store.failWrites(with: SomeError())
    #expect(throws: SettingsError.self) { try draft.apply(isOverwriting ? .overwrite : .keepStored) }
    #expect(draft.changes == before)
    store.succeed()
    let conflict = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(conflict?.code == .draftConflict)
    try draft.apply(isOverwriting ? .overwrite : .keepStored)
    #expect(window.low.value == (isOverwriting ? 5 : 6))
  }

  @Test func `stored values are checked by rules in place of the changes that are dropped`() throws {
    let window = Window.testSettings()
    let draft = window.draft()
    draft.settings.low.value = 30
    draft.settings.high.value = 20
    window.low.value = 5
    try draft.apply(.keepStored)
    #expect((window.low.value, window.high.value) == (5, 20))
    #expect(!draft.hasChanges)
  }

  // MARK: Refusals

  /// The ways to write a secret that the store refuses.
  enum RefusedWrite: CaseIterable {
    case set, setEncodedValue, update, assign, reset

    fileprivate func run(_ record: SettingRecord<String>) throws {
      switch self {
      case .set: try record.set("b")
      case .setEncodedValue: try record.setEncodedValue("b")
      case .update: try record.update { $0 = "b" }
      case .assign: record.value = "b"
      case .reset: break
      }
    }
  }

  @Test(arguments: RefusedWrite.allCases)
  func `a refused assignment in a draft stays refused after another refused write`(way: RefusedWrite) throws {
    let file = FileSettingsStore(file: folder.file("plain.json"))
    let window = Window.make(alternateStore: file)
    let draft = window.draft()
    draft.settings.title.value = "new"
    _ = reports {
      draft.settings.token.value = "a"
      do { try way.run(draft.settings.token) } catch {}
    }
    #expect(!draft.refusals.isEmpty)
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.reasons.allSatisfy { $0.code == .secretRefused } == true)
    #expect(window.title.value == "")
  }

  @Test func `a refused assignment stays refused after a write of a setting that is locked by now`() throws {
    let managed = InMemorySettingsStore()
    let window = Window.make(
      alternateStore: LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())]))
    let draft = window.draft()
    _ = reports { draft.settings.title.value = "much too long" }
    managed.set("theirs", forKey: Self.key("Title"))
    #expect(throws: SettingsError.self) { try draft.settings.title.set("mine") }
    #expect(draft.refusals.map(\.code) == [.invalid])
    managed.set(nil, forKey: Self.key("Title"))
    try draft.settings.title.set("mine")
    #expect(draft.refusals.isEmpty)
  }

  // MARK: Attempts

  @Test(.timeLimit(.minutes(30)))
  func `a draft and a transaction end if their store changes during every attempt`() throws {
    let store = InterruptedStore { base, attempt in base.set(.integer(Int64(100 + attempt)), forKey: Self.key("High")) }
    let window = Window.make(alternateStore: store)
    let draft = window.draft()
    draft.settings.low.value = 2
    let applied = try #require(throws: SettingsError.self) { try draft.apply() }
    #expect(applied.code == .storeUnavailable)
    #expect(draft.changes.map(\.newValue) == [2])
    let transacted = try #require(throws: SettingsError.self) {
      try window.transaction { $0.low.value = $0.high.value - 1 }
    }
    #expect(transacted.code == .storeUnavailable)
    #expect(window.low.value == 1)
  }
}
