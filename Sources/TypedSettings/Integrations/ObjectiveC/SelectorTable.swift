/// Divides selectors among settings.
struct SelectorTable {
  private(set) var targets: [String: SettingsForwarding.Target] = [:]
  private(set) var ambiguities: [SettingsForwarding.Ambiguity] = []

  /// How good a claim to a selector is; the lower ones go first.
  private enum Rank: Int {
    case own, nested, derived, nestedDerived

    var isNested: Bool { self == .nested || self == .nestedDerived }
  }

  private struct Claim {
    let rank: Rank
    let target: SettingsForwarding.Target
  }

  private var claims: [String: [Claim]] = [:]
  /// The selectors in the order in which they were claimed first.
  private var order: [String] = []

  init(_ settings: [(name: String, setting: any Setting)]) {
    for (name, setting) in settings {
      let isNested = name != setting.name
      let names = SelectorNames(property: setting.name)
      let (own, derived): (Rank, Rank) = isNested ? (.nested, .nestedDerived) : (.own, .derived)
      claim(names.getter, Claim(rank: own, target: .getter(setting)))
      if setting.valueType == Bool.self, let getter = names.truthGetter {
        claim(getter, Claim(rank: derived, target: .getter(setting)))
      }
      claim(names.setter, Claim(rank: own, target: .setter(setting)))
      if names.compiledSetter != names.setter {
        claim(names.compiledSetter, Claim(rank: derived, target: .setter(setting)))
      }
    }
    for selector in order { decide(selector) }
  }

  private mutating func claim(_ selector: String, _ claim: Claim) {
    if claims[selector] == nil { order.append(selector) }
    claims[selector, default: []].append(claim)
  }

  private mutating func decide(_ selector: String) {
    let claims = claims[selector] ?? []
    guard let best = claims.map(\.rank.rawValue).min().flatMap(Rank.init) else { return }
    let rivals = claims.filter { $0.rank == best }
    let isDecided = rivals.count == 1 || !best.isNested
    if isDecided { targets[selector] = rivals[0].target }
    // Who has the name only by derivation loses nothing to one whose own name it is.
    let isDerived = best == .derived || best == .nestedDerived
    let losers = claims.filter { isDerived || $0.rank == .own || $0.rank == .nested }.map(\.target.setting)
      .filter { !isDecided || $0 !== rivals[0].target.setting }
    if !losers.isEmpty {
      ambiguities.append(
        SettingsForwarding.Ambiguity(
          selector: selector, chosen: isDecided ? rivals[0].target.setting : nil, passedOver: losers))
    }
  }
}
