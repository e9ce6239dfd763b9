/// Writes to settings that are described and not made yet, for code that may have no side effects.
///
/// A reducer returns an effect, and whoever runs the reducer runs the effect:
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
/// An effect may be run on any task, more than once, or never. In a task that is cancelled it writes nothing. What a
/// store refuses goes to ``SettingsDiagnostics``, as it does with the property's setter.
///
/// Plain writes are made on the caller's actor, without suspending: effects that one actor runs one after the other
/// are written in that order.
public struct SettingEffect: Sendable {
  let work: EffectWork

  init(_ work: EffectWork) { self.work = work }

  /// An effect that writes nothing.
  public static let none = SettingEffect(.sequence([]))

  /// Makes the writes.
  ///
  /// - Parameter isolation: The actor that plain writes are made on; the caller's where it is left out.
  public func callAsFunction(isolation: isolated (any Actor)? = #isolation) async {
    await work.run(isolation: isolation)
  }
}

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

/// What an effect does when it is run.
enum EffectWork: Sendable {
  case write(@Sendable () -> Void)
  /// A write to what only the main actor may touch.
  case mainActorWrite(@MainActor @Sendable () -> Void)
  /// Work that goes on until it is cancelled.
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

  /// The parts of a sequence; anything else is the one part of a sequence of its own.
  ///
  /// A sequence that grows effect by effect stays flat, so that running it does not descend.
  var sequenceParts: [EffectWork] {
    if case .sequence(let parts) = self { parts } else { [self] }
  }

  /// The parts of a group; anything else is the one part of a group of its own.
  var groupParts: [EffectWork] {
    switch self {
    case .group(let parts): parts
    case .sequence(let parts) where parts.isEmpty: []
    default: [self]
    }
  }
}
