/// A decoding of a stored value that falls back to the default for the parts that can't be decoded.
///
/// The first attempt is strict and costs no more than strict decoding; further work happens only if it isn't
/// sufficient.
struct TolerantDecoding<Value> {
  let stored: SettingsValue
  let userInfo: [CodingUserInfoKey: any Sendable]

  /// The input if a user typed the value; `nil` if it's stored.
  let typedInput: TypedInput?
  let dropsElements: Bool

  /// A Boolean value that indicates whether the caller needs the leftovers.
  let collectsLeftovers: Bool

  /// Decodes the value from the root.
  let decode: (ValueDecoder) throws -> Value

  /// Returns the stored form of a value.
  let encode: (Value) -> SettingsValue?

  /// Returns the stored form of the default; called only if it's needed.
  let encodedDefault: () -> SettingsValue?

  func read() throws(SettingsError) -> DecodingResult<Value> {
    let session = makeSession()
    session.isTracking = collectsLeftovers
    do {
      let value = try decode(ValueDecoder(stored, session: session))
      if session.absences.isEmpty, session.repeatedNames.isEmpty, !collectsLeftovers { return DecodingResult(value) }
      return decodeAgain(value, recordedBy: session)
    } catch {
      var repair = TreeRepair(stored, encodedDefault: encodedDefault(), dropsElements: dropsElements)
      return try read(&repair, after: error, recordedBy: session)
    }
  }

  private func makeSession() -> DecodingSession { DecodingSession(userInfo: userInfo, typedInput: typedInput) }

  /// Repairs the tree until it can be decoded.
  private func read(
    _ repair: inout TreeRepair, after error: any Error, recordedBy session: DecodingSession
  ) throws(SettingsError) -> DecodingResult<Value> {
    var (error, session) = (error, session)
    while true {
      let problem = DecodingProblem(
        error, in: repair.tree, failedPath: session.failedPath, failedType: session.failedType)
      guard repair.repair(problem, recordedBy: session) else { throw problem.error }
      session = makeSession()
      repair.prepare(session)
      do {
        let value = try decode(ValueDecoder(repair.tree, session: session))
        return fillingAbsences(repair, value, recordedBy: session)
      } catch let next {
        error = next
      }
    }
  }

  /// Completes the result for a value that was decoded by the first attempt.
  private func decodeAgain(_ value: Value, recordedBy session: DecodingSession) -> DecodingResult<Value> {
    let needsDefault = !session.absences.isEmpty
    let repair = TreeRepair(stored, encodedDefault: needsDefault ? encodedDefault() : nil, dropsElements: dropsElements)
    if session.isTracking { return fillingAbsences(repair, value, recordedBy: session) }
    let tracking = makeSession()
    tracking.isTracking = true
    do {
      let value = try decode(ValueDecoder(stored, session: tracking))
      return fillingAbsences(repair, value, recordedBy: tracking)
    } catch {
      // A second decoding succeeds too, unless the type's own code depends on external state.
      return DecodingResult(value)
    }
  }

  /// Returns the result with absent properties replaced by the default's, if the value can be decoded that way.
  private func fillingAbsences(
    _ repair: TreeRepair, _ value: Value, recordedBy session: DecodingSession
  ) -> DecodingResult<Value> {
    var filled = repair
    let places = session.absences.isEmpty ? [] : filled.fillAbsences(recordedBy: session)
    if !places.isEmpty {
      let next = makeSession()
      filled.prepare(next)
      do {
        let complete = try decode(ValueDecoder(filled.tree, session: next))
        if isSame(value, as: complete, except: places) { return filled.decodingResult(complete, recordedBy: next) }
      } catch {
        // The type's own handling of the absence takes precedence.
      }
    }
    return repair.decodingResult(value, recordedBy: session)
  }

  /// Returns whether two values differ only at the given places.
  ///
  /// If a filled place changes another one, the type interprets the absence in a way of its own.
  private func isSame(_ value: Value, as other: Value, except places: [TreePath]) -> Bool {
    guard var tree = encode(value), let otherTree = encode(other) else { return false }
    for place in places {
      if let part = otherTree.value(at: place) { tree.replace(at: place, with: part) }
    }
    return tree == otherTree
  }
}

/// A decoded value, with a description of the parts that couldn't be decoded.
@usableFromInline
struct DecodingResult<Value> {
  @usableFromInline let value: Value

  /// The reasons why parts of the stored value aren't in `value`, each with the path of the part.
  @usableFromInline var issues: [SettingsError] = []

  /// A Boolean value that indicates whether `value` is the default because no part could be decoded.
  var isDefault = false

  /// A Boolean value that indicates whether the stored value has a different form from the current one.
  var isOlderForm = false

  /// A Boolean value that indicates whether `value` has properties of the default that the stored value lacks.
  var isFilled = false

  /// A Boolean value that indicates whether the setting's rules changed the decoded value.
  var isChangedByRules = false

  /// The parts of the stored value that aren't in `value`; `nil` if there are none or they weren't collected.
  var leftovers: Leftovers?

  @usableFromInline
  init(_ value: Value) { self.value = value }

  /// Returns the same result with another value.
  func with<Other>(_ other: Other) -> DecodingResult<Other> {
    var result = DecodingResult<Other>(other)
    result.issues = issues
    result.isDefault = isDefault
    result.isOlderForm = isOlderForm
    result.isFilled = isFilled
    result.isChangedByRules = isChangedByRules
    result.leftovers = leftovers
    return result
  }
}

extension DecodingResult: Sendable where Value: Sendable {}
