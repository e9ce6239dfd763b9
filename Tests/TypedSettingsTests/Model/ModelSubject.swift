import TypedSettings
import TypedSettingsTesting

/// The settings and the stores of the library that perform the steps.
final class ModelSubject {
  let plan: ModelPlan
  let messages: ModelMessages
  private let file: ModelFile?
  private var managed = InMemorySettingsStore()
  private var shared = InMemorySettingsStore()
  private(set) var vault = InMemorySettingsStore()
  /// The store of the user's values, and the store that makes its writes fail.
  private var user: any SettingsStore = InMemorySettingsStore()
  private var faults: FaultInjectingSettingsStore?
  /// The store of the settings.
  private(set) var store: any SettingsStore = InMemorySettingsStore()
  private var groups: [ModelStep.Instance: ModelGroup] = [:]
  private(set) var draft: SettingsDraft<ModelGroup>?
  /// The values in the document that was exported last.
  private(set) var exported: [String: SettingsValue] = [:]
  var observers = ModelObservers()

  init(_ plan: ModelPlan, _ messages: ModelMessages) throws {
    self.plan = plan
    self.messages = messages
    file = try plan.base.fileName.map { try ModelFile(name: $0, isBinary: plan.base == .binary) }
    try open()
  }

  deinit { close() }

  subscript(_ instance: ModelStep.Instance, _ name: String) -> (any ModelRecord)? {
    instance == .draft ? draft?.settings[name] : groups[instance]?[name]
  }

  func store(of layer: ModelLayer) -> any SettingsStore {
    switch layer {
    case .managed: managed
    case .user: faults ?? user
    case .shared: shared
    }
  }

  /// The values in the document, after it was written; `nil` without a file.
  var documentValues: [String: SettingsValue]? { get throws { try file?.values } }

  // MARK: Starting and ending the process

  private func open() throws {
    if let file { user = try file.open() }
    faults = plan.has(.faults) ? FaultInjectingSettingsStore(user) : nil
    var store = self.store(of: .user)
    if plan.has(.layers) {
      store = LayeredSettingsStore([
        .layer("managed", managed), .writable("user", store), .layer("shared", shared),
      ])
    }
    if plan.has(.route) || plan.has(.vault) {
      let vaultRoute = plan.has(.vault) ? [SettingsRoute.traits(.secret, to: vault)] : []
      store = RoutingSettingsStore(
        vaultRoute + [.domain(ModelSchema.domain, to: store)],
        default: plan.has(.route) ? InMemorySettingsStore() : store)
    }
    self.store =
      switch plan.wrapper {
      case .none: store
      case .recording: RecordingSettingsStore(store)
      case .forwarding: WrapperStore(store)
      }
    for instance in ModelStep.Instance.persistent {
      groups[instance] = ModelGroup.make(instance.modelClass, plan, in: self.store)
    }
    observers = ModelObservers(of: self)
  }

  private func close() {
    observers.stop()
    draft = nil
    groups = [:]
    let stores: [any SettingsStore] = [managed, shared, user, vault]
    let copies = stores.map { store in
      (store.keys(inDomain: ModelSchema.domain) ?? []).reduce(into: [SettingsKey: SettingsValue]()) {
        $0[$1] = store.value(forKey: $1)
      }
    }
    (managed, shared) = (InMemorySettingsStore(copies[0]), InMemorySettingsStore(copies[1]))
    vault = InMemorySettingsStore(copies[3])
    faults = nil
    store = managed
    user = file == nil ? InMemorySettingsStore(copies[2]) : managed
  }

  // MARK: Steps

  /// Performs a step.
  func perform(_ step: ModelStep) -> ReferenceSettings.Outcome {
    var outcome = ReferenceSettings.Outcome()
    if !plan.allows(step) { return outcome }
    let reported = reports {
      do { try run(step) } catch {
        messages.add(error)
        outcome.thrown = (error as? SettingsError)?.code ?? .storeFailed
      }
    }
    for error in reported { messages.add(error) }
    guard case .write = step else { return outcome }
    outcome.reported = reported.filter { !"\($0)".contains("the stored value is kept") }.map(\.code)
    return outcome
  }

  private func run(_ step: ModelStep) throws {
    guard let first = groups[.first] else { return }
    switch step {
    case .write(let change, let instance):
      if let record = self[instance, change.name] { try record.perform(change.write) }
    case .store(let value, let name, let layer):
      try (layer.map(store(of:)) ?? store).set(value, forKey: ModelSchema.key(name))
    case .transaction(let changes):
      try first.transaction { group in for change in changes { try group[change.name].perform(change.write) } }
    case .import(let values, let skipsRefused):
      messages.add("\(try first.import(Self.document(values, plan), refused: skipsRefused ? .skip : .fail))")
    case .export: exported = try Self.values(ofDocument: first.export())
    case .startDraft: draft = first.draft()
    case .revertDraft: draft?.revert()
    case .apply(.refuse): try draft?.apply()
    case .apply(.overwrite): try draft?.apply(.overwrite)
    case .apply(.keepStored): try draft?.apply(.keepStored)
    case .editFile(let value, let name):
      faults?.succeed()
      try file?.edit(value, name)
    case .otherProcess(let value, let name):
      faults?.succeed()
      try file?.writeElsewhere(value, name)
    case .writeDocument: try file?.writeDocument()
    case .reopen(let isKilled):
      if isKilled { file?.kill() }
      close()
      try open()
    case .fail: faults?.failWrites(with: SomeError())
    case .succeed: faults?.succeed()
    }
  }
}
