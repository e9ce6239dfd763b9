/// A combination of steps or stores in which the library is known to differ from the model.
///
/// Remove a case from ``current`` once the library agrees, and then the case itself.
enum ModelExclusion: Hashable, Sendable {
  /// An edit or an update that changes nothing, and a value that is set to its own stored form, rewrite an older form.
  /// Observers are notified of stored values that read the same.
  case sameValues
  /// Stored forms of a profile are set without the properties of the default.
  case profileForms
  /// The migration of a setting stores a value that a rule has changed.
  case changedByRules
  /// The version isn't stored with the first value of a draft, or it's stored without a value in a layer.
  case firstVersions
  /// The values of a wrapped store aren't migrated again when those of another version take their place.
  case wrappedVersions
  /// A client's wrapper of layers doesn't look for older names within each layer.
  case wrappedAliases

  /// The combinations that sequences leave out.
  static let current: Set<ModelExclusion> = [
    .sameValues, .profileForms, .changedByRules, .firstVersions, .wrappedVersions, .wrappedAliases,
  ]

  var isCurrent: Bool { Self.current.contains(self) }

  /// Returns whether a write is left out.
  static func excludes(_ change: ModelStep.Change) -> Bool {
    switch change.write {
    case .setEncoded, .setCurrentEncoded: change.name == "profile" && profileForms.isCurrent
    case .migrate: change.name == "volume" && changedByRules.isCurrent
    default: false
    }
  }

  /// Returns whether a feature is left out of stores.
  static func excludes(_ feature: ModelPlan.Feature, from plan: ModelPlan) -> Bool {
    switch feature {
    case .version:
      plan.has(.layers) && firstVersions.isCurrent || plan.has(.drafts) && firstVersions.isCurrent
        || (plan.wrapper != .none || plan.has(.faults)) && wrappedVersions.isCurrent
    case .aliases: plan.has(.layers) && plan.wrapper == .forwarding && wrappedAliases.isCurrent
    default: false
    }
  }
}
