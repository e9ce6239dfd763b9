/// Reads a stored value as its type, over the type's default where there is one.
///
/// The first attempt is strict and costs what strict decoding costs; all else happens only after it.
struct TolerantDecoding<Value> {
  let stored: SettingsValue
  let userInfo: [CodingUserInfoKey: any Sendable]
  let dropsElements: Bool

  /// Whether the reader needs to know what is left over.
  let looksForLeftovers: Bool

  /// Decodes the value from the root.
  let decode: (ValueDecoder) throws -> Value

  /// The stored form of a value.
  let encode: (Value) -> SettingsValue?

  /// The stored form of the default; asked for only if there is a use for it.
  let encodedDefault: () -> SettingsValue?

  func read() throws(SettingsError) -> Reading<Value> {
    let session = DecodingSession(userInfo: userInfo)
    session.isTracking = looksForLeftovers
    do {
      let value = try decode(ValueDecoder(stored, session: session))
      if session.absences.isEmpty, !looksForLeftovers { return Reading(value) }
      return readOnceMore(value, noted: session)
    } catch {
      var repair = TreeRepair(stored, encodedDefault: encodedDefault(), dropsElements: dropsElements)
      return try read(&repair, after: error, noted: session)
    }
  }

  /// Repairs the tree until it decodes.
  private func read(
    _ repair: inout TreeRepair, after error: any Error, noted session: DecodingSession
  ) throws(SettingsError) -> Reading<Value> {
    var (error, session) = (error, session)
    while true {
      let problem = DecodingProblem(
        error, in: repair.tree, failedPath: session.failedPath, failedType: session.failedType)
      guard repair.repair(problem, noted: session) else { throw problem.error }
      session = DecodingSession(userInfo: userInfo)
      repair.prepare(session)
      do {
        let value = try decode(ValueDecoder(repair.tree, session: session))
        return filled(repair, value, noted: session)
      } catch let next {
        error = next
      }
    }
  }

  /// A value that has decoded at once, with what else there is to know about it.
  private func readOnceMore(_ value: Value, noted session: DecodingSession) -> Reading<Value> {
    let needsDefault = !session.absences.isEmpty
    let repair = TreeRepair(stored, encodedDefault: needsDefault ? encodedDefault() : nil, dropsElements: dropsElements)
    if session.isTracking { return filled(repair, value, noted: session) }
    let tracking = DecodingSession(userInfo: userInfo)
    tracking.isTracking = true
    do {
      let value = try decode(ValueDecoder(stored, session: tracking))
      return filled(repair, value, noted: tracking)
    } catch {
      // What decodes once decodes twice, unless the type's own code depends on something else.
      return Reading(value)
    }
  }

  /// The value with the default's in place of properties that it did without, if it decodes so.
  private func filled(_ repair: TreeRepair, _ value: Value, noted session: DecodingSession) -> Reading<Value> {
    var filled = repair
    let places = session.absences.isEmpty ? [] : filled.fillAbsences(noted: session)
    if !places.isEmpty {
      let next = DecodingSession(userInfo: userInfo)
      filled.prepare(next)
      do {
        let complete = try decode(ValueDecoder(filled.tree, session: next))
        if isSame(value, as: complete, except: places) { return filled.reading(complete, noted: next) }
      } catch {
        // The type's own idea of what is missing is the better one.
      }
    }
    return repair.reading(value, noted: session)
  }

  /// Whether two values differ in some places alone.
  ///
  /// If filling one place has changed another, the type takes the absence for a sign of something else.
  private func isSame(_ value: Value, as other: Value, except places: [TreePath]) -> Bool {
    guard var tree = encode(value), let otherTree = encode(other) else { return false }
    for place in places {
      if let part = otherTree.value(at: place) { tree.replace(at: place, with: part) }
    }
    return tree == otherTree
  }
}

/// What a stored value was read as, and what became of the parts that could not be.
@usableFromInline
struct Reading<Value> {
  @usableFromInline let value: Value

  /// Why parts of the stored value are not in `value`; each names the part.
  @usableFromInline var issues: [SettingsError] = []

  /// Whether nothing of the stored value could be used, so that `value` is the default.
  var isDefault = false

  /// Whether the stored value has another form than the one it would be written in today.
  var isOlderForm = false

  /// Whether the rules of the setting have made `value` another than the stored one.
  var isChangedByRules = false

  /// The parts of the stored value that are not in `value`; `nil` if there are none, or if nobody looked for them.
  var leftovers: Leftovers?

  @usableFromInline
  init(_ value: Value) { self.value = value }

  /// The same reading of another value.
  func with<Other>(_ other: Other) -> Reading<Other> {
    var reading = Reading<Other>(other)
    reading.issues = issues
    reading.isDefault = isDefault
    reading.isOlderForm = isOlderForm
    reading.isChangedByRules = isChangedByRules
    reading.leftovers = leftovers
    return reading
  }
}

extension Reading: Sendable where Value: Sendable {}
