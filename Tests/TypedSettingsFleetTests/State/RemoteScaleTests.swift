import Testing

/// A store of many keys.
///
/// The program of `.ci/simulation` checks the times and the memory in release mode.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RemoteScaleTests {
  @Test func `a store starts with 100,000 keys, and a change costs as much as with 100`() async throws {
    var ratio = Double.infinity
    // Other tests delay some rounds. A change whose cost grows with the keys is slow in all of them.
    for _ in 0..<10 where ratio >= 4 {
      try Task.checkCancellation()
      let few = try await RemoteScale(keys: 100)
      let many = try await RemoteScale(keys: 100_000)
      print("with 100,000 keys: started in \(many.start), change \(many.change); with 100: \(few.change)")
      ratio = many.change / few.change
    }
    #expect(ratio < 4)
  }
}
