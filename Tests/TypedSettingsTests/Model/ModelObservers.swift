import TypedSettings

/// The observers of a subject's settings, and what they have been notified of since the last step.
struct ModelObservers {
  /// The observers of a setting's values, as forms.
  private struct Observer {
    let instance: ModelStep.Instance
    let name: String
    var logs: [(kind: String, log: Log<SettingsValue>, count: Int)]
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
        let logs = [("observe", observed, 0), ("values", followed, 0)]
        observers.append(Observer(instance: instance, name: name, logs: logs, last: record.form))
      }
      let (key, log) = (ModelSchema.key(name), Log<SettingsChange>())
      let token = store.observe(key) { log.append($0) }
      storeObservers.append(StoreObserver(name: name, token: token, log: log, last: store.value(forKey: key)))
    }
    executor.run()
    for index in observers.indices {
      observers[index].logs = observers[index].logs.map { ($0.kind, $0.log, $0.log.elements.count) }
    }
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
      let form = model.form(of: observer.name, by: observer.instance.modelClass)
      let interim =
        model.interim.isEmpty
        ? form : model.form(of: observer.name, by: observer.instance.modelClass, over: model.interim)
      for (place, (kind, log, count)) in observer.logs.enumerated() {
        let notified = Array(log.elements.dropFirst(count))
        lines.compareChanges(
          "\(observer.instance).$\(observer.name).\(kind)", notified, from: observer.last, by: interim, to: form
        ) { $0[1] }
        observers[index].logs[place].count += notified.count
      }
      observers[index].last = form
    }
    for index in storeObservers.indices { compareChanges(at: index, with: model, &lines) }
    return lines
  }

  private mutating func compareChanges(at index: Int, with model: ReferenceSettings, _ lines: inout [String]) {
    let observer = storeObservers[index]
    let changes = observer.log.elements.dropFirst(observer.count)
    let value = model.valueOfKey(observer.name)
    let interim = model.interim.isEmpty ? value : model.valueOfKey(observer.name, over: model.interim)
    lines.compareChanges(
      "store.observe(\(observer.name))", changes.map { [$0.oldValue, $0.newValue] }, from: observer.last, by: interim,
      to: value
    ) { $0 }
    storeObservers[index].count += changes.count
    storeObservers[index].last = value
  }
}

extension [String] {
  /// Adds a line if notifications aren't those of a change, which an interim value can divide into two.
  fileprivate mutating func compareChanges<Value: Equatable, Notification: Equatable>(
    _ what: @autoclosure () -> String, _ found: [Notification], from last: Value, by interim: Value, to value: Value,
    _ notification: ([Value]) -> Notification
  ) {
    func notifications(_ values: [Value]) -> [Notification] {
      zip(values, values.dropFirst()).filter { $0 != $1 }.map { notification([$0, $1]) }
    }
    if found.isEmpty, last == value { return }
    if interim != value, found == notifications([last, interim, value]) { return }
    compare(what(), found, notifications([last, value]))
  }
}
