/// Gives the changes of settings one by one, those of one setting together as far as nobody has seen them.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any Setting)]
  private let queue = PendingChanges()
  private let observations: [SettingObservation]

  init(of settings: [(name: String, setting: any Setting)], _ signal: StreamSignal) {
    self.settings = settings
    observations = settings.enumerated().compactMap { [queue] index, entry in
      (entry.setting as? any LinkedSetting)?.link.observe { change in
        queue.add(change, of: index)
        signal.raise()
      }
    }
  }

  func next(isolation: isolated (any Actor)?) async -> SettingsGroupChange? {
    guard let (index, change) = queue.popFirst() else { return nil }
    let (name, setting) = settings[index]
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: change.oldValue, newValue: change.value, origin: change.origin)
  }
}
