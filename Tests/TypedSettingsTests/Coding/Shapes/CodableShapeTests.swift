import Testing
import TypedSettings

struct CodableShapeTests {
  @Test(arguments: CodableShape.all.filter { $0.stored != nil })
  func `a value is stored in the form of the table`(shape: CodableShape) throws {
    #expect(try shape.encode() == shape.stored)
  }

  @Test(arguments: CodableShape.all)
  func `a value comes back`(shape: CodableShape) throws { #expect(try shape.comesBack()) }
}
