/// Gives the changes of settings one by one in the order of their revisions, those of one setting together as far as
/// nobody has seen them.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any LinkedSetting)]
  private let observations: [SettingObservation]
  private let queue: PendingChanges
  /// What comes next unless an earlier change comes in between.
  private var candidate: PendingChanges.Element?

  init(of settings: [(name: String, setting: any Setting)], _ signal: StreamSignal) {
    let linked = settings.compactMap { name, setting in (setting as? any LinkedSetting).map { (name, $0) } }
    let queue = PendingChanges(settings: linked.count)
    observations = linked.enumerated().map { index, entry in
      entry.1.link.observe { change in
        queue.add(change, of: index)
        signal.raise()
      }
    }
    self.settings = linked
    self.queue = queue
  }

  func next(isolation: isolated (any Actor)?) async -> SettingsGroupChange? {
    guard let next = candidate ?? queue.popFirst() else { return nil }
    candidate = next
    // Whoever makes an earlier change may not have told of it yet; it calls for another poll when it does.
    if zip(observations, queue.heard).contains(where: { $0.isOwed(after: $1, before: next.revision) }) { return nil }
    // Now all earlier ones are in the queue.
    if let earlier = queue.popFirst(before: next.revision) { return element(of: earlier) }
    candidate = nil
    return element(of: next)
  }

  private func element(of pending: PendingChanges.Element) -> SettingsGroupChange {
    let (name, setting) = settings[pending.setting]
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: pending.change.oldValue, newValue: pending.change.value,
      origin: pending.change.origin)
  }
}
