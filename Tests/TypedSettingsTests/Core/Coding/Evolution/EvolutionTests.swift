import Testing
import TypedSettings

struct EvolutionTests {
  @Test(arguments: Evolution.all)
  func `a value of an older version decodes as expected and survives a change`(row: Evolution) throws {
    try row.check()
  }
}
