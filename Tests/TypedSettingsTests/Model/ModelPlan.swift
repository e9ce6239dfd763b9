import TypedSettings
import TypedSettingsTesting

/// The stores of a sequence of steps.
struct ModelPlan: Hashable, Sendable {
  enum Base: String, Hashable, Sendable, CaseIterable {
    case memory, json, xml, binary

    /// The name of the file, whose extension determines its format.
    var fileName: String? {
      switch self {
      case .memory: nil
      case .json: "app.json"
      case .xml, .binary: "app.plist"
      }
    }
  }

  /// A store around the others: one of the package, or one of a client that forwards the methods that it knows.
  enum Wrapper: String, Hashable, Sendable, CaseIterable { case none, recording, forwarding }

  /// What a sequence can combine.
  enum Feature: String, Hashable, Sendable, CaseIterable {
    case layers, route, aliases, version, faults, drafts, `import`
    /// A route of the secret settings to a store of their own.
    case vault
  }

  var base = Base.memory
  var wrapper = Wrapper.none
  var features: Set<Feature> = []

  init() {}

  /// Creates random stores.
  init(using generator: inout SeededGenerator) {
    base = generator.chance(2) ? .memory : generator.element(of: Base.allCases)
    wrapper = generator.element(of: Wrapper.allCases)
    for feature in Feature.allCases where generator.chance(2) { features.insert(feature) }
    features = features.filter { !ModelExclusion.excludes($0, from: self) }
  }

  func has(_ feature: Feature) -> Bool { features.contains(feature) }

  /// Returns whether the stores can perform a step; others do nothing, so that any step can be left out.
  func allows(_ step: ModelStep) -> Bool {
    switch step {
    case .store(_, let name, let layer):
      let isKnown = ModelSchema.names.contains(name) || (name == ReferenceVersion.name ? has(.version) : has(.aliases))
      return isKnown && (layer == nil || layer == .user || has(.layers))
    case .editFile, .otherProcess, .writeDocument: return base != .memory
    case .fail, .succeed: return has(.faults)
    default: return true
    }
  }

  /// The plans that differ from this one in one respect, in which they are simpler.
  var simpler: [ModelPlan] {
    var plans: [ModelPlan] = []
    if base != .memory { plans.append(changing { $0.base = .memory }) }
    if base == .xml || base == .binary { plans.append(changing { $0.base = .json }) }
    if wrapper != .none { plans.append(changing { $0.wrapper = .none }) }
    for feature in Feature.allCases where has(feature) { plans.append(changing { $0.features.remove(feature) }) }
    return plans
  }

  private func changing(_ change: (inout ModelPlan) -> Void) -> ModelPlan {
    var plan = self
    change(&plan)
    return plan
  }
}

extension ModelPlan: CustomStringConvertible {
  var description: String {
    let words = wrapper == .none ? [base.rawValue] : [base.rawValue, wrapper.rawValue]
    return (words + Feature.allCases.filter(has).map(\.rawValue)).joined(separator: ", ")
  }
}
