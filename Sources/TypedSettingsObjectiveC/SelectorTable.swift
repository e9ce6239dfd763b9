internal import TypedSettingsCore

/// The assignment of selectors to settings.
struct SelectorTable {
  private(set) var targets: [String: SettingsForwarding.Target] = [:]
  private(set) var ambiguities: [SettingsForwarding.Ambiguity] = []

  /// The precedence of a claim to a selector; lower ranks win.
  private enum Rank: Int {
    case own, nested, derived, nestedDerived

    var isNested: Bool { self == .nested || self == .nestedDerived }
  }

  private struct Claim {
    let rank: Rank
    let target: SettingsForwarding.Target
  }

  private var claims: [String: [Claim]] = [:]
  /// The selectors in the order of their first claims.
  private var order: [String] = []

  init(_ settings: [(name: String, setting: any Setting)]) {
    for (name, setting) in settings {
      let isNested = name != setting.name
      let names = SelectorNames(property: setting.name)
      let (own, derived): (Rank, Rank) = isNested ? (.nested, .nestedDerived) : (.own, .derived)
      claim(names.getter, Claim(rank: own, target: .getter(setting)))
      if setting.valueType == Bool.self, let getter = names.booleanGetter {
        claim(getter, Claim(rank: derived, target: .getter(setting)))
      }
      claim(names.setter, Claim(rank: own, target: .setter(setting)))
      if names.compiledSetter != names.setter {
        claim(names.compiledSetter, Claim(rank: derived, target: .setter(setting)))
      }
    }
    for selector in order { resolve(selector) }
  }

  private mutating func claim(_ selector: String, _ claim: Claim) {
    if claims[selector] == nil { order.append(selector) }
    claims[selector, default: []].append(claim)
  }

  private mutating func resolve(_ selector: String) {
    let claims = claims[selector] ?? []
    guard let best = claims.map(\.rank.rawValue).min().flatMap(Rank.init) else { return }
    let candidates = claims.filter { $0.rank == best }
    let isResolved = candidates.count == 1 || !best.isNested
    if isResolved { targets[selector] = candidates[0].target }
    // A setting with only a derived claim isn't passed over by one whose own name it is.
    let isDerived = best == .derived || best == .nestedDerived
    let ignored = claims.filter { isDerived || $0.rank == .own || $0.rank == .nested }.map(\.target.setting)
      .filter { !isResolved || $0 !== candidates[0].target.setting }
    if !ignored.isEmpty {
      ambiguities.append(
        SettingsForwarding.Ambiguity(
          selector: selector, chosen: isResolved ? candidates[0].target.setting : nil, ignored: ignored))
    }
  }
}

/// The names of a property's accessors.
struct SelectorNames {
  /// The name of the getter, which is the name of the property.
  let getter: String

  init(property: String) { getter = property }

  /// The conventional name of a Boolean getter, with `is`; `nil` if the property's own name begins with it.
  var booleanGetter: String? {
    if getter.hasPrefix("is"), let next = getter.dropFirst(2).first, !next.isLowercase { return nil }
    return "is" + capitalized
  }

  /// The name of the setter, with its colon.
  var setter: String { "set\(capitalized):" }

  /// The name of the setter as compilers derive it, which capitalize only ASCII letters.
  var compiledSetter: String {
    guard let first = getter.first, first.isASCII else { return "set\(getter):" }
    return setter
  }

  private var capitalized: String { getter.prefix(1).uppercased() + getter.dropFirst() }
}
