/// The combinations of features in which the library is known to differ from the model.
enum ModelExclusion {
  /// Returns whether a feature is left out of stores.
  ///
  /// A client's wrapper can't forward what isn't a requirement of ``SettingsStore``. In one of layers, older names and
  /// versions are those of all layers together.
  static func excludes(_ feature: ModelPlan.Feature, from plan: ModelPlan) -> Bool {
    [.aliases, .version].contains(feature) && plan.has(.layers) && plan.wrapper == .forwarding
  }
}
