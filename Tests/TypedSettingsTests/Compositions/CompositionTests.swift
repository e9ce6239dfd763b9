import Testing
import TypedSettings

/// Stores that are made of other stores, at any depth.
struct CompositionTests {
  @Test(arguments: Composition.Base.allCases, CompositionLaw.allCases)
  func `every composition of up to three stores keeps the laws`(
    base: Composition.Base, law: CompositionLaw
  ) async throws {
    for depth in 0...3 {
      for wrappers in Composition.wrappers(depth: depth) {
        let broken = try await law.brokenPromises(of: Composition(base, wrappers, isContested: law.isContested))
        #expect(broken == [], "\(base) in \(wrappers)")
      }
    }
  }

  @Test(arguments: CompositionMistake.allCases, Composition.Wrapper.allCases)
  func `the laws find a mistake in any store of a composition`(
    mistake: CompositionMistake, wrapper: Composition.Wrapper
  ) async throws {
    // A layered store reads the values of its layers again, whatever their changes say.
    let isHarmless = mistake == .reportsOldValues && wrapper == .layers
    for position in isHarmless ? [2] : [1, 2] {
      var broken: [String] = []
      // A stream would wait for a change that the store loses.
      for law in CompositionLaw.allCases where law != .streams {
        let composition = try Composition(
          .memory, [.layers, wrapper], isContested: law.isContested, mistake: (mistake, position))
        do { broken += try await law.brokenPromises(of: composition) } catch { broken.append("\(error)") }
      }
      #expect(broken != [], "\(mistake) at \(position), in \(wrapper)")
    }
  }
}
