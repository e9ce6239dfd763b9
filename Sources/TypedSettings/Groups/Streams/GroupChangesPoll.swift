/// Gives the changes of settings one by one, those of one setting together as far as nobody has seen them.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any Setting)]
  private let queue = PendingChanges()
  private var observers: [(live: LiveValue, token: SettingsObservationToken)] = []

  init(of settings: [(name: String, setting: any Setting)], _ signal: StreamSignal) {
    self.settings = settings
    for (index, (_, setting)) in settings.enumerated() {
      guard let setting = setting as? any LinkedSetting else { continue }
      let live = setting.link.live
      let token = live.observe { [queue] change in
        queue.add(change, of: index)
        signal.raise()
      }
      // Asked for once, so that a store is observed that has no live values.
      _ = setting.link.load()
      observers.append((live, token))
    }
  }

  deinit {
    for (live, token) in observers { live.removeObserver(token) }
  }

  func next(isolation: isolated (any Actor)?) async -> SettingsGroupChange? {
    guard let (index, change) = queue.popFirst() else { return nil }
    let (name, setting) = settings[index]
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: change.oldValue, newValue: change.value, origin: change.origin)
  }
}
