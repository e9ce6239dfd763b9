import Testing
import TypedSettings

struct EvolutionTests {
  @Test(arguments: Evolution.all)
  func `what an older version stored reads as the table says and survives a change`(row: Evolution) throws {
    try row.check()
  }
}
