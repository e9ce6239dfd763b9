/// The combinations of features in which the library is known to differ from the model.
enum ModelExclusion {
  /// Returns whether a feature is left out of stores.
  ///
  /// A client's wrapper can't forward what isn't a requirement of ``SettingsStore``. In one of layers, older names and
  /// versions are those of all layers together. In one of routes, the version is that of all stores together.
  static func excludes(_ feature: ModelPlan.Feature, from plan: ModelPlan) -> Bool {
    guard plan.wrapper == .forwarding else { return false }
    switch feature {
    case .aliases: return plan.has(.layers)
    case .version: return plan.has(.layers) || plan.has(.vault)
    default: return false
    }
  }
}
