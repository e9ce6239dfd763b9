/// The combinations of features in which the library is known to differ from the model.
enum ModelExclusion {
  /// Returns whether a feature is left out of stores.
  ///
  /// A client's wrapper of layers looks for older names and versions in the value of all layers, not in each layer,
  /// because it can't forward what isn't a requirement of ``SettingsStore``.
  static func excludes(_ feature: ModelPlan.Feature, from plan: ModelPlan) -> Bool {
    (feature == .aliases || feature == .version) && plan.has(.layers) && plan.wrapper == .forwarding
  }
}
