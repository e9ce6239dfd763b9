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
