import TypedSettings
import TypedSettingsTesting

/// A sequence of steps, and the stores that perform it.
struct ModelSequence: Sendable {
  var plan: ModelPlan
  var steps: [ModelStep]

  init(seed: UInt64, count: Int) {
    var generator = SeededGenerator(seed: seed)
    plan = ModelPlan(using: &generator)
    steps = ModelStep.steps(count, for: plan, using: &generator)
  }

  /// Performs the steps until the library and the model differ.
  ///
  /// - Returns: The first difference, or `nil`.
  func run() -> ModelDifference? {
    let messages = ModelMessages()
    do {
      return try SettingsDiagnostics.withHandler(messages.add) { try firstDifference(messages) }
    } catch {
      return ModelDifference(index: 0, lines: ["\(error)"])
    }
  }

  private func firstDifference(_ messages: ModelMessages) throws -> ModelDifference? {
    let subject = try ModelSubject(plan, messages)
    var model = ReferenceSettings(plan)
    for (index, step) in steps.enumerated() {
      var lines: [String] = []
      lines.compare("outcome", subject.perform(step), model.perform(step))
      let isLast = index == steps.count - 1
      lines += subject.differences(from: model, after: step, at: isLast ? nil : index)
      lines += subject.observers.differences(from: model)
      if step == .writeDocument { lines += subject.documentDifferences(from: model) }
      if step == .export { lines += subject.exportDifferences(from: model) }
      lines += messages.revealingTexts.map { "a secret is shown: \($0)" }
      if !lines.isEmpty { return ModelDifference(index: index, lines: lines) }
    }
    return nil
  }
}

/// A difference between the library and the model.
struct ModelDifference: Sendable {
  let index: Int
  let lines: [String]
}

extension ModelSequence {
  /// Returns the shortest sequence found that fails too, and its difference.
  ///
  /// - Parameters:
  ///   - difference: The difference of this sequence.
  ///   - run: A function that returns the difference of another sequence, or `nil`.
  /// - Returns: The sequence and its difference.
  func shrunk(
    _ difference: ModelDifference, running run: (ModelSequence) -> ModelDifference? = { $0.run() }
  ) -> (ModelSequence, ModelDifference) {
    var best = self
    var last = difference
    best.steps = Array(steps.prefix(difference.index + 1))
    func accept(_ candidate: ModelSequence) -> Bool {
      guard let difference = run(candidate) else { return false }
      best = candidate
      best.steps = Array(candidate.steps.prefix(difference.index + 1))
      last = difference
      return true
    }
    var isShorter = true
    while isShorter {
      isShorter = false
      for plan in best.plan.simpler {
        var candidate = best
        candidate.plan = plan
        if accept(candidate) { isShorter = true }
      }
      var size = max(1, best.steps.count / 2)
      while size > 0 {
        var start = best.steps.count - size
        while start >= 0 {
          var candidate = best
          candidate.steps.removeSubrange(start..<min(start + size, candidate.steps.count))
          if accept(candidate) { isShorter = true }
          start = min(start - size, best.steps.count - size)
        }
        size /= 2
      }
    }
    return (best, last)
  }
}

extension ModelSequence: CustomStringConvertible {
  var description: String { "stores: \(plan)\n" + steps.map(\.description).joined(separator: "\n") }
}
