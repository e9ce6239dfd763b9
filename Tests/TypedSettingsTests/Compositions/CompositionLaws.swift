import TypedSettings
import TypedSettingsTesting

/// The laws of settings, which hold in every composition of stores.
///
/// Each law gets a new composition, and returns the promises that the composition breaks.
enum CompositionLaw: CaseIterable {
  case defaults, assignments, equalValues, updates, removals, observers, outsideChanges, refusals, locks
  case transactions, repeatedTransactions, contestedWrites, drafts, draftConflicts, imports
  case olderNames, movedNames, versions, migrations, streams, transients, secrets

  /// A Boolean value that indicates whether the law is about values that change during a write.
  var isContested: Bool { self == .contestedWrites }

  /// Returns the promises of the law that a composition breaks.
  func brokenPromises(of composition: Composition) async throws -> [String] {
    let check = CompositionCheck(composition)
    switch self {
    case .defaults: try check.verifyDefaults()
    case .assignments: try check.verifyAssignments()
    case .equalValues: try check.verifyEqualValues()
    case .updates: try check.verifyUpdates()
    case .removals: try check.verifyRemovals()
    case .observers: try check.verifyObservers()
    case .outsideChanges: try check.verifyOutsideChanges()
    case .refusals: try check.verifyRefusals()
    case .locks: try check.verifyLocks()
    case .transactions: try check.verifyTransactions()
    case .repeatedTransactions: try check.verifyRepeatedTransactions()
    case .contestedWrites: try check.verifyContestedWrites()
    case .drafts: try check.verifyDrafts()
    case .draftConflicts: try check.verifyDraftConflicts()
    case .movedNames: try check.verifyMovedNames()
    case .olderNames: try check.verifyOlderNames()
    case .versions: try check.verifyVersions()
    case .migrations: try check.verifyMigrations()
    case .streams: try await check.verifyStreams()
    case .imports: try check.verifyImports()
    case .transients: check.verifyTransients()
    case .secrets: try check.verifySecrets()
    }
    return check.broken
  }
}

/// The settings of a composition: a number with a rule and an older name, and a text.
final class ComposedSettings: SettingsGroup, DefaultInitializableSettingsGroup, Sendable {
  static let domain = "com.example.composed"
  static let size = SettingsKey(domain: domain, name: "size")
  static let formerSize = SettingsKey(domain: domain, name: "width")
  static let title = SettingsKey(domain: domain, name: "title")
  static let version = SettingsMigration.versionKey(inDomain: domain)

  let size = SettingRecord(
    name: "size", key: ComposedSettings.size, default: 25, coding: .automatic.validated(by: .range(0...100)),
    aliases: ["width"], version: 2, migrations: { ComposedSettings.migrations })
  let title = SettingRecord(
    name: "title", key: ComposedSettings.title, default: "", coding: .automatic, version: 2,
    migrations: { ComposedSettings.migrations })

  /// Version 1 had the text of the title under another name.
  static var migrations: [SettingsMigration] { [.renaming("caption", to: "title", at: 2)] }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(size)
    list.append(title)
  }
}

/// The laws of one composition, and the promises that it has broken so far.
final class CompositionCheck {
  let composition: Composition
  private(set) var broken: [String] = []

  init(_ composition: Composition) { self.composition = composition }

  var store: any SettingsStore { composition.store }

  func makeGroup() -> ComposedSettings { ComposedSettings.make(alternateStore: store) }

  func expect(_ promise: String, _ holds: Bool) { if !holds { broken.append(promise) } }

  /// Runs an operation that has to throw, and returns the code of its error.
  func code(of operation: () throws -> Void) -> SettingsError.Code? {
    do { try operation() } catch {
      let error = error as? SettingsError
      return error?.reasons.first?.code ?? error?.code
    }
    return nil
  }

  func expectHeld(_ promise: String, _ key: SettingsKey, _ value: SettingsValue?) throws {
    expect(promise, try composition.heldValue(forKey: key) == value)
  }
}

// MARK: Values

extension CompositionCheck {
  func verifyDefaults() throws {
    let group = makeGroup()
    expect("a setting without a value has its default", group.size.value == 25 && group.title.value == "")
    expect("a setting without a value isn't set", !group.size.isSet)
    try expectHeld("reading never writes", ComposedSettings.size, nil)
    try expectHeld("reading never writes a version", ComposedSettings.version, nil)
  }

  func verifyAssignments() throws {
    let (group, other) = (makeGroup(), makeGroup())
    _ = other.size.value
    for value in [30, 31] {
      group.size.value = value
      expect("an assignment is read back", group.size.value == value)
      expect("each record of a key has its value", other.size.value == value)
      try expectHeld("an assigned value is stored", ComposedSettings.size, .integer(Int64(value)))
    }
    expect("a setting that was assigned is set", group.size.isSet && !group.title.isSet)
    expect(
      "a key that has a value is listed",
      store.keys(inDomain: ComposedSettings.domain)?.contains(ComposedSettings.size) ?? true)
    expect(
      "the layer that holds the value decides",
      store.layers(forKey: ComposedSettings.size).first { $0.value != nil }?.value == 31)
    try store.flush()
    expect("a flush changes no value", group.size.value == 31)
  }

  func verifyEqualValues() throws {
    let group = makeGroup()
    group.size.value = 30
    let form = composition.base.value(forKey: ComposedSettings.size)
    let events = Log<SettingsValue?>()
    let token = store.observe(ComposedSettings.size) { events.append($0.newValue) }
    group.size.value = 30
    try group.size.set(30)
    expect("an equal write is no event", events.elements.isEmpty)
    expect(
      "an equal write doesn't change what is stored", composition.base.value(forKey: ComposedSettings.size) == form)
    store.removeObserver(token)
  }

  func verifyUpdates() throws {
    let group = makeGroup()
    for _ in 0..<3 { try group.size.update { $0 += 1 } }
    expect("an update changes the value that is stored", group.size.value == 28)
    try composition.setElsewhere(40, forKey: ComposedSettings.size)
    try group.size.update { $0 += 1 }
    try expectHeld("an update doesn't lose a change from outside", ComposedSettings.size, 41)
    expect(
      "an exchange fails if the value is another one",
      try !store.compareExchange(expected: 7, desired: 8, forKey: ComposedSettings.size))
    expect("an exchange that fails changes nothing", store.value(forKey: ComposedSettings.size) == 41)
  }

  func verifyRemovals() throws {
    let group = makeGroup()
    group.size.value = 30
    group.size.reset()
    expect("a setting that was reset has its default", group.size.value == 25 && !group.size.isSet)
    try expectHeld("a reset removes the value", ComposedSettings.size, nil)
    group.title.value = "other"
    expect("keys are separate", store.value(forKey: ComposedSettings.size) == nil)
  }

  func verifyObservers() throws {
    let group = makeGroup()
    _ = group.size.value
    let events = Log<SettingsValue?>()
    let token = store.observe(ComposedSettings.size) { events.append($0.newValue) }
    group.size.value = 30
    group.title.value = "other"
    group.size.value = 31
    group.size.reset()
    expect("an observer gets each change of its key once", events.elements == [30, 31, nil])
    store.removeObserver(token)
    group.size.value = 32
    expect("a removed observer gets no change", events.elements.count == 3)
  }

  func verifyOutsideChanges() throws {
    let group = makeGroup()
    group.size.value = 30
    let events = Log<SettingsValue?>()
    let token = store.observe(ComposedSettings.size) { events.append($0.newValue) }
    for value in [40, 41] {
      try composition.setElsewhere(.integer(Int64(value)), forKey: ComposedSettings.size)
      expect("a change from outside is observed", events.elements.last == .integer(Int64(value)))
      expect("a change from outside is read", group.size.value == value)
    }
    try composition.setElsewhere(nil, forKey: ComposedSettings.size)
    expect("a removal from outside is read", group.size.value == 25)
    expect("a change from outside is observed once", events.elements == [40, 41, nil])
    store.removeObserver(token)
  }

  func verifyStreams() async throws {
    let group = makeGroup()
    var iterator = group.size.stream.makeAsyncIterator()
    group.size.value = 30
    let first = await iterator.next()
    try composition.setElsewhere(40, forKey: ComposedSettings.size)
    let second = await iterator.next()
    expect("a stream gets the values in order", first == 30 && second == 40)
  }
}

// MARK: Older names and versions

extension CompositionCheck {
  func verifyOlderNames() throws {
    try composition.setElsewhere(70, forKey: ComposedSettings.formerSize)
    let group = makeGroup()
    expect("the value of an older name is read", group.size.value == 70)
    group.size.value = 71
    try expectHeld("a write stores the value under the current name", ComposedSettings.size, 71)
    try expectHeld("a write removes the value of the older name", ComposedSettings.formerSize, nil)
    try composition.setElsewhere(72, forKey: ComposedSettings.formerSize)
    group.size.reset()
    try expectHeld("a reset removes the value of the older name", ComposedSettings.formerSize, nil)
    expect("a reset of both names restores the default", group.size.value == 25)
  }

  func verifyMovedNames() throws {
    try composition.setElsewhere(70, forKey: ComposedSettings.formerSize)
    let group = makeGroup()
    group.migrate()
    expect("a value that moves to the current name is still read", group.size.value == 70)
    try expectHeld("a value moves to the current name", ComposedSettings.size, 70)
    try expectHeld("a value that moves leaves the older name", ComposedSettings.formerSize, nil)
  }

  func verifyVersions() throws {
    let group = makeGroup()
    group.title.value = "first"
    try expectHeld("the first value is stored with the version", ComposedSettings.version, 2)
    try expectHeld("the first value is stored", ComposedSettings.title, "first")
  }

  func verifyMigrations() throws {
    try composition.setElsewhere(1, forKey: ComposedSettings.version)
    try composition.setElsewhere("older", forKey: SettingsKey(domain: ComposedSettings.domain, name: "caption"))
    let group = makeGroup()
    expect("values are migrated before they're read", group.title.value == "older")
    try expectHeld("migrated values are stored", ComposedSettings.title, "older")
    try expectHeld("migrated values have the new version", ComposedSettings.version, 2)
  }
}
