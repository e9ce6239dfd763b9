/// The steps of one write, of which each may leave its change in memory alone.
///
/// Such a step has taken place, so it doesn't keep the later ones from running; its error is thrown at the end.
struct UnsavedSteps {
  private var error: (any Error)?

  /// Runs a step.
  ///
  /// - Throws: The error of the step, unless it means that the change is in place and not saved.
  mutating func run(_ step: () throws -> Void) throws {
    do { try step() } catch let unsaved where SettingsError.isOfUnsavedChange(unsaved) {
      if error == nil { error = unsaved }
    }
  }

  /// Throws the first error of a step whose change is not saved.
  func finish() throws {
    if let error { throw error }
  }
}
