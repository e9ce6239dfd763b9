internal import TypedSettingsCore

/// The settings that are stamped together: the settings of one unit, or of one rule about several settings.
///
/// Because all members of a unit have the same writer, a replica can merge key by key and still gets all of them from
/// the same device.
struct SyncUnits {
  /// The representative of each key's unit, or another key on the way to it.
  private var parents: [SettingsKey: SettingsKey] = [:]
  private var units: [SettingsKey: [SettingsKey]] = [:]

  /// Finds the units.
  ///
  /// A rule joins the settings that it reads at this time.
  init(of settings: SyncedSettings, in groups: [any SettingsGroup]) {
    var named: [SettingsKey: SettingsKey] = [:]
    for (key, member) in settings.members {
      guard let unit = member.setting.attributes.syncUnit else { continue }
      let name = SettingsKey(domain: member.key.domain, name: unit)
      if let other = named[name] { join(key, other) } else { named[name] = key }
    }
    let keys = Dictionary(settings.members.map { ($0.value.key, $0.key) }, uniquingKeysWith: { first, _ in first })
    let linked = settings.members.values.map { $0.setting as any LinkedSetting }
    for (_, accesses) in ReadTrace.runEach(over: linked, groups.flatMap(\.groupRules).map(\.holds)) {
      let read = accesses.compactMap { keys[$0.setting.key] }
      for key in read.dropFirst() { join(key, read[0]) }
    }
    for key in settings.members.keys { units[root(of: key), default: []].append(key) }
    units = units.mapValues { $0.sorted(by: SettingsKey.isInSyncOrder) }
  }

  /// Returns the keys of a key's unit, or an empty array if it's alone.
  func unit(of key: SettingsKey) -> [SettingsKey] {
    let unit = units[root(of: key)] ?? []
    return unit.count > 1 ? unit : []
  }

  private func root(of key: SettingsKey) -> SettingsKey {
    var key = key
    while let parent = parents[key] { key = parent }
    return key
  }

  private mutating func join(_ left: SettingsKey, _ right: SettingsKey) {
    let (left, right) = (root(of: left), root(of: right))
    if left != right { parents[left] = right }
  }
}
