import Testing

@testable import TypedSettingsPage

/// QR codes; `.ci/page` reads them with another program.
struct QRCodeTests {
  @Test(arguments: [(1, 21), (14, 21), (15, 25), (62, 33), (106, 41), (107, 45), (213, 57)])
  func `A code has the smallest version that has room for the text`(count: Int, size: Int) throws {
    let code = try #require(QRCode(String(repeating: "a", count: count)))
    #expect(code.size == size)
  }

  @Test func `A text that's too long has no code`() {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  @Test(arguments: ["a", "http://192.168.1.20:8080/?token=0123456789abcdef"])
  func `A code has squares in three corners, and lines of alternating modules`(text: String) throws {
    let code = try #require(QRCode(text))
    let last = code.size - 1
    for (column, row) in [(0, 0), (last - 6, 0), (0, last - 6)] {
      for offset in 0...6 { #expect(code[column + offset, row] && code[column, row + offset]) }
      #expect(code[column + 3, row + 3] && !code[column + 1, row + 1])
    }
    for index in 8..<last - 7 {
      #expect(code[index, 6] == index.isMultiple(of: 2) && code[6, index] == index.isMultiple(of: 2))
    }
  }

  @Test func `The text for a terminal has a light border`() throws {
    let code = try #require(QRCode("a"))
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == (code.size + 9) / 2)
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m    ") && $0.hasSuffix("    \u{1B}[0m") })
  }

  @Test func `The error correction is the remainder of the data`() {
    let data: [UInt8] = [
      0x40, 0xB6, 0x86, 0x56, 0xC6, 0xC6, 0xF2, 0x07, 0x76, 0xF7, 0x26, 0xC6, 0x40, 0xEC, 0x11, 0xEC,
    ]
    let correction = ReedSolomon.remainder(of: data, count: 10)
    // All syndromes of a codeword are zero.
    for root in 0..<10 {
      let power = (0..<root).reduce(UInt8(1)) { value, _ in ReedSolomon.product(value, 2) }
      #expect((data + correction).reduce(UInt8(0)) { ReedSolomon.product($0, power) ^ $1 } == 0)
    }
  }
}
