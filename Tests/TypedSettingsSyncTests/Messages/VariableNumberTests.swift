import Testing
import TypedSettingsSync

/// Numbers of variable length that don't fit into an `Int` of 32 bits, such as the times of stamps.
@Suite struct VariableNumberTests {
  @Test(arguments: [0, 1, 127, 128, 1 << 31, 1 << 32, 1 << 53, 1 << 63, .max] as [UInt64])
  func `a number of 64 bits is read by its own type`(_ number: UInt64) throws {
    var bytes = SyncBytes()
    bytes.append(count: number)
    var scanner = SyncScanner(bytes.bytes)
    let result = try scanner.readVariable(UInt64.self)
    #expect(result == number && scanner.isAtEnd)
  }

  @Test(
    arguments: [
      [0x80, 0x80, 0x80, 0x80, 0x10],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `a number that is too great for its type is none`(_ bytes: [UInt8]) throws {
    var scanner = SyncScanner(bytes)
    let result = try scanner.readVariable(UInt32.self)
    #expect(result == nil)
  }
}
