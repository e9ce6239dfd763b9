/// Live values of one domain, each found by the name of its key.
///
/// A set, because a dictionary would keep every name once more, which takes three times the room. To look for a name
/// therefore takes a live value of that name; who has found the one that is there keeps it, so few look twice.
package struct LiveValueSet {
  private struct Member: Hashable {
    let live: LiveValue

    static func == (left: Member, right: Member) -> Bool { left.live.key.name == right.live.key.name }

    func hash(into hasher: inout Hasher) { hasher.combine(live.key.name) }
  }

  private var members: Set<Member> = []
  private let probe: TrackingProbe?

  /// Makes a set without live values.
  ///
  /// - Parameter probe: The probe of those that it will make.
  package init(probe: TrackingProbe?) { self.probe = probe }

  /// The live values, in no order.
  package var values: [LiveValue] { members.map(\.live) }

  /// The live value of a key; `nil` if there is none.
  package func existingValue(forKey key: SettingsKey) -> LiveValue? {
    guard !members.isEmpty, let index = members.firstIndex(of: Member(live: LiveValue(key: key))) else { return nil }
    return members[index].live
  }

  /// The live value of a key, made if there is none.
  package mutating func value(forKey key: SettingsKey) -> LiveValue {
    members.insert(Member(live: LiveValue(key: key, probe: probe))).memberAfterInsert.live
  }
}
