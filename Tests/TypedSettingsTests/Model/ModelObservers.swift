import TypedSettings

/// The observers of a subject's settings, and what they have been notified of since the last step.
struct ModelObservers {
  /// An observer of values, as forms.
  private struct Observer {
    let instance: ModelStep.Instance
    let name: String
    let kind: String
    let log: Log<SettingsValue>
    var count = 0
    var last: SettingsValue
  }

  /// An observer of the stored values of a key.
  private struct StoreObserver {
    let name: String
    let token: SettingsObservationToken
    let log: Log<SettingsChange>
    var count = 0
    var last: SettingsValue?
  }

  private var observers: [Observer] = []
  private var storeObservers: [StoreObserver] = []
  private var observations: [SettingObservation] = []
  private var tasks: [Task<Void, Never>] = []
  private var store: (any SettingsStore)?
  private let executor = SeededExecutor(seed: 1)

  init() {}

  init(of subject: ModelSubject) {
    let store = subject.store
    self.store = store
    for name in ModelSchema.names {
      for instance in [ModelStep.Instance.first, .earlier] {
        guard let record = subject[instance, name] else { continue }
        let (observed, followed) = (Log<SettingsValue>(), Log<SettingsValue>())
        observations.append(record.observe(observed))
        tasks.append(record.follow(followed, on: executor))
        for (kind, log) in [("observe", observed), ("values", followed)] {
          observers.append(Observer(instance: instance, name: name, kind: kind, log: log, last: record.form))
        }
      }
      let (key, log) = (ModelSchema.key(name), Log<SettingsChange>())
      let token = store.observe(key) { log.append($0) }
      storeObservers.append(StoreObserver(name: name, token: token, log: log, last: store.value(forKey: key)))
    }
    executor.run()
    for index in observers.indices { observers[index].count = observers[index].log.elements.count }
  }

  mutating func stop() {
    for observer in storeObservers { store?.removeObserver(observer.token) }
    observations = []
    observers = []
    storeObservers = []
    store = nil
    for task in tasks { task.cancel() }
    tasks = []
    executor.run()
  }

  /// Returns the notifications that differ from those of the model: one for each value that was changed.
  mutating func differences(from model: ReferenceSettings) -> [String] {
    executor.run()
    var lines: [String] = []
    for index in observers.indices {
      let observer = observers[index]
      let notified = Array(observer.log.elements.dropFirst(observer.count))
      let form = model.reading(of: observer.name, by: observer.instance.modelClass).form
      let expected = form == observer.last ? [] : [form]
      lines.compare("\(observer.instance).$\(observer.name).\(observer.kind)", notified, expected)
      observers[index].count += notified.count
      observers[index].last = form
    }
    for index in storeObservers.indices { compareChanges(at: index, with: model, &lines) }
    return lines
  }

  private mutating func compareChanges(at index: Int, with model: ReferenceSettings, _ lines: inout [String]) {
    let observer = storeObservers[index]
    let changes = observer.log.elements.dropFirst(observer.count)
    // Only layers know the older names of a setting.
    let isResolved = model.plan.has(.layers)
    let value = isResolved ? model.stored(observer.name) : model.layers[.user]?[observer.name]
    let expected: [[SettingsValue?]] = value == observer.last ? [] : [[observer.last, value]]
    lines.compare("store.observe(\(observer.name))", changes.map { [$0.oldValue, $0.newValue] }, expected)
    storeObservers[index].count += changes.count
    storeObservers[index].last = value
  }
}
