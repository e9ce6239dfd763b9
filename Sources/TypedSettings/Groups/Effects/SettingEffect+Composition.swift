extension SettingEffect {
  /// An effect that runs others all at once, in no particular order.
  ///
  /// - Parameter effects: What to run.
  /// - Returns: The effect; it ends when all of them have ended.
  public static func merge(_ effects: SettingEffect...) -> SettingEffect { merge(effects) }

  /// An effect that runs others all at once, in no particular order.
  ///
  /// - Parameter effects: What to run.
  /// - Returns: The effect; it ends when all of them have ended.
  public static func merge(_ effects: some Sequence<SettingEffect>) -> SettingEffect {
    let parts = effects.flatMap(\.work.groupParts)
    return SettingEffect(parts.count == 1 ? parts[0] : .group(parts))
  }

  /// An effect that runs others one after the other.
  ///
  /// When its task is cancelled it stops before the next of them.
  ///
  /// - Parameter effects: What to run, first to last.
  /// - Returns: The effect.
  public static func concatenate(_ effects: SettingEffect...) -> SettingEffect { concatenate(effects) }

  /// An effect that runs others one after the other.
  ///
  /// When its task is cancelled it stops before the next of them.
  ///
  /// - Parameter effects: What to run, first to last.
  /// - Returns: The effect.
  public static func concatenate(_ effects: some Sequence<SettingEffect>) -> SettingEffect {
    SettingEffect(.sequence(effects.flatMap(\.work.sequenceParts)))
  }

  /// An effect that runs this one and another at once.
  ///
  /// - Parameter other: The other one.
  /// - Returns: The effect.
  public func merge(with other: SettingEffect) -> SettingEffect { .merge(self, other) }

  /// An effect that runs this one and then another.
  ///
  /// - Parameter other: What runs second.
  /// - Returns: The effect.
  public func concatenate(with other: SettingEffect) -> SettingEffect { .concatenate(self, other) }
}
