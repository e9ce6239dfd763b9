import Testing
import TypedSettings

struct CodableShapeTests {
  @Test(arguments: CodableShape.all.filter { $0.stored != nil })
  func `a value is stored in its expected form`(shape: CodableShape) throws {
    #expect(try shape.encode() == shape.stored)
  }

  @Test(arguments: CodableShape.all)
  func `a value round-trips`(shape: CodableShape) throws { #expect(try shape.comesBack()) }
}
