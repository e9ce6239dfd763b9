/// A deferred write to settings, for code that must not have side effects.
///
/// A reducer returns an effect, and the code that calls the reducer runs the effect:
///
/// ```swift
/// func reduce(_ state: inout Int, _ minutes: Int) -> SettingEffect {
///   state = minutes
///   return settings.set(\.sessionLength, to: minutes)
/// }
/// var minutes = 25
/// await reduce(&minutes, 50)()
/// ```
///
/// You can run an effect on any task, more than once, or never. In a canceled task it writes nothing. If a store
/// refuses a write, the error is reported to ``SettingsDiagnostics``, as for the property's setter.
///
/// Plain writes run on the caller's actor without suspending, so effects that an actor runs in sequence are written in
/// that order.
public struct SettingEffect: Sendable {
  let work: EffectWork

  init(_ work: EffectWork) { self.work = work }

  /// An effect that writes nothing.
  public static let none = SettingEffect(.sequence([]))

  /// Runs the effect.
  ///
  /// - Parameter isolation: The actor that plain writes run on. Defaults to the caller's.
  public func callAsFunction(isolation: isolated (any Actor)? = #isolation) async {
    await work.run(isolation: isolation)
  }
}

extension SettingEffect {
  /// Returns an effect that runs other effects concurrently, in no particular order.
  ///
  /// - Parameter effects: The effects to run.
  /// - Returns: The effect, which finishes when all of them have finished.
  public static func merge(_ effects: SettingEffect...) -> SettingEffect { merge(effects) }

  /// Returns an effect that runs other effects concurrently, in no particular order.
  ///
  /// - Parameter effects: The effects to run.
  /// - Returns: The effect, which finishes when all of them have finished.
  public static func merge(_ effects: some Sequence<SettingEffect>) -> SettingEffect {
    let parts = effects.flatMap(\.work.groupParts)
    return SettingEffect(parts.count == 1 ? parts[0] : .group(parts))
  }

  /// Returns an effect that runs other effects in sequence.
  ///
  /// If its task is canceled, the remaining effects don't run.
  ///
  /// - Parameter effects: The effects to run, in order.
  /// - Returns: The effect.
  public static func concatenate(_ effects: SettingEffect...) -> SettingEffect { concatenate(effects) }

  /// Returns an effect that runs other effects in sequence.
  ///
  /// If its task is canceled, the remaining effects don't run.
  ///
  /// - Parameter effects: The effects to run, in order.
  /// - Returns: The effect.
  public static func concatenate(_ effects: some Sequence<SettingEffect>) -> SettingEffect {
    SettingEffect(.sequence(effects.flatMap(\.work.sequenceParts)))
  }

  /// Returns an effect that runs this effect and another one concurrently.
  ///
  /// - Parameter other: The other effect.
  /// - Returns: The effect.
  public func merge(with other: SettingEffect) -> SettingEffect { .merge(self, other) }

  /// Returns an effect that runs this effect and then another one.
  ///
  /// - Parameter other: The effect to run second.
  /// - Returns: The effect.
  public func concatenate(with other: SettingEffect) -> SettingEffect { .concatenate(self, other) }
}

/// The work of an effect.
enum EffectWork: Sendable {
  case write(@Sendable () -> Void)
  /// A write that requires the main actor.
  case mainActorWrite(@MainActor @Sendable () -> Void)
  /// Work that runs until it's canceled.
  case task(@Sendable () async -> Void)
  case sequence([EffectWork])
  case group([EffectWork])

  func run(isolation: isolated (any Actor)?) async {
    if Task.isCancelled { return }
    switch self {
    case .write(let write):
      write()
    case .mainActorWrite(let write):
      await write()
    case .task(let work):
      await work()
    case .sequence(let parts):
      for part in parts { await part.run(isolation: isolation) }
    case .group(let parts):
      await withTaskGroup(of: Void.self) { group in
        for part in parts { group.addTask { await part.run(isolation: nil) } }
      }
    }
  }

  /// The parts of a sequence, or this work as the only part.
  ///
  /// A sequence that is built up effect by effect stays flat, so running it doesn't recurse.
  var sequenceParts: [EffectWork] {
    if case .sequence(let parts) = self { parts } else { [self] }
  }

  /// The parts of a group, or this work as the only part.
  var groupParts: [EffectWork] {
    switch self {
    case .group(let parts): parts
    case .sequence(let parts) where parts.isEmpty: []
    default: [self]
    }
  }
}
