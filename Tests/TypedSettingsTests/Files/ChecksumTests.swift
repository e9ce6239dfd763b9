import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

struct ChecksumTests {
  @Test(
    arguments: [
      // RFC 3720, B.4.
      (Array(repeating: 0, count: 32), 0x8A91_36AA), (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
      (Array(0..<32), 0x46DD_794E), (Array((0..<32).reversed()), 0x113F_DB5C), (Array("123456789".utf8), 0xE306_9283),
    ] as [([UInt8], UInt32)]) func `a checksum is that of the specification`(bytes: [UInt8], expected: UInt32)
  {
    #expect(Checksum(of: bytes).value == expected)
  }

  @Test func `bytes that are added in parts have the checksum of the whole`() {
    var generator = SeededGenerator(seed: 45)
    let bytes = (0..<100).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for place in bytes.indices {
      var checksum = Checksum()
      for part in [bytes[..<place], bytes[place...]] { part.withUnsafeBytes { checksum.add($0) } }
      #expect(checksum == Checksum(of: bytes))
    }
  }
}
