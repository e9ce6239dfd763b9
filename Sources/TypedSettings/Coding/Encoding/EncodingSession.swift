/// What the places of one encoding share.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]

  // Accesses are unchecked, because the check costs and can find nothing: each is a read or a write of one word or of
  // an error, and calls nobody.

  /// The first problem met where `Encoder` has no way to throw.
  @exclusivity(unchecked) private(set) var failure: SettingsError?

  /// The number of values so far, the root included.
  @exclusivity(unchecked) private var count = 1

  /// The places that hold places below them, which hold them in turn.
  private var holders: [ValueEncoder] = []

  /// The number of types whose code is running: a type may also go deeper without leaving its place.
  @exclusivity(unchecked) private var runningTypes = 0

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// Takes note of a place that holds others, to let go of them in the end.
  func holdsPlaces(_ place: ValueEncoder) { holders.append(place) }

  /// Lets go of all places.
  func end() {
    if holders.isEmpty { return }
    for holder in holders { holder.close() }
    holders = []
  }

  /// Takes note of a problem; the encoding throws it in the end.
  func fail(_ error: @autoclosure () -> SettingsError) {
    if failure == nil { failure = error() }
  }

  /// Counts the values of a container.
  func count(_ number: Int, in place: ValueEncoder) {
    count += number
    if count > SettingsValue.maximumCount { fail(.tooMany(at: place.names)) }
  }

  /// Runs the code of a type.
  func run(in place: ValueEncoder, _ code: () throws -> Void) throws {
    guard place.depth <= SettingsValue.maximumDepth, runningTypes < SettingsValue.maximumRunningTypes else {
      throw SettingsError.tooDeep(at: place.names)
    }
    runningTypes += 1
    defer { runningTypes -= 1 }
    try code()
    if let failure { throw failure }
  }
}
