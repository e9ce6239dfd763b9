/// A QR code of a text, such as an address for the camera of a phone.
///
/// The text is encoded as bytes with the error correction level M in one of the first ten versions; see ISO/IEC 18004.
struct QRCode {
  /// The number of modules on each side.
  let size: Int
  private(set) var modules: [Bool]
  /// The modules that don't belong to the text: the patterns by which a reader finds and understands the code.
  private(set) var isPattern: [Bool]
  let version: Int

  /// Creates the code of a text, or `nil` if the text has more than 213 bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = (1...10).first(where: { Self.dataCount($0) * 8 >= 4 + Self.countLength($0) + bytes.count * 8 })
    else { return nil }
    self.version = version
    size = 17 + 4 * version
    modules = Array(repeating: false, count: size * size)
    isPattern = modules
    drawPatterns()
    draw(Self.codewords(of: bytes, version))
    let masked = (0..<8).map { mask -> QRCode in
      var code = self
      code.apply(mask)
      return code
    }
    // The mask with the fewest misleading patterns.
    if let best = masked.min(by: { $0.penalty < $1.penalty }) { modules = best.modules }
  }

  subscript(_ column: Int, _ row: Int) -> Bool { modules[row * size + column] }

  /// Inverts a module of the text.
  mutating func invert(_ column: Int, _ row: Int) { modules[row * size + column].toggle() }

  /// Sets a module of a pattern.
  mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    modules[row * size + column] = isDark
    isPattern[row * size + column] = true
  }
}

// MARK: Data

extension QRCode {
  /// The number of error correction codewords of each block, and the number of blocks, by version.
  private static let correction: [(count: Int, blocks: Int)] = [
    (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5),
  ]

  /// Returns the number of all codewords.
  private static func codewordCount(_ version: Int) -> Int {
    var modules = (16 * version + 128) * version + 64
    if version >= 2 {
      let alignments = version / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if version >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  private static func dataCount(_ version: Int) -> Int {
    codewordCount(version) - correction[version - 1].count * correction[version - 1].blocks
  }

  /// Returns the number of bits for the number of bytes.
  private static func countLength(_ version: Int) -> Int { version < 10 ? 8 : 16 }

  /// Returns the codewords of bytes in the order in which they are drawn.
  private static func codewords(of bytes: [UInt8], _ version: Int) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ number: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(number >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, countLength(version))
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCount(version) * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    while data.count < dataCount(version) { data.append((data.count - bits.count / 8).isMultiple(of: 2) ? 0xEC : 0x11) }
    return interleaved(data, version)
  }

  /// Divides data into blocks, adds their error correction, and interleaves them.
  private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
    let (count, blocks) = correction[version - 1]
    let shortCount = data.count / blocks
    let shortBlocks = blocks - data.count % blocks
    var start = 0
    let parts = (0..<blocks).map { block -> (data: [UInt8], correction: [UInt8]) in
      let end = start + shortCount + (block < shortBlocks ? 0 : 1)
      defer { start = end }
      let part = Array(data[start..<end])
      return (part, ReedSolomon.remainder(of: part, count: count))
    }
    let interleavedData = (0...shortCount).flatMap { index in
      parts.compactMap { index < $0.data.count ? $0.data[index] : nil }
    }
    return interleavedData + (0..<count).flatMap { index in parts.map { $0.correction[index] } }
  }

  /// Draws codewords upward and downward in columns of two modules, from the right.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    for right in [Int](stride(from: size - 1, to: 6, by: -2)) + stride(from: 5, to: 0, by: -2) {
      let isUpward = (right + (right < 6 ? 1 : 0)) / 2 % 2 == (size - 1) / 2 % 2
      for step in 0..<size {
        for column in [right, right - 1] {
          let row = isUpward ? size - 1 - step : step
          if isPattern[row * size + column] || index >= codewords.count * 8 { continue }
          modules[row * size + column] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }
}

extension QRCode {
  /// The code for a terminal, with dark modules on a light ground and two modules in the height of a character.
  var terminalText: String {
    let quiet = 4
    func isDark(_ column: Int, _ row: Int) -> Bool { 0..<size ~= column && 0..<size ~= row && self[column, row] }
    return stride(from: -quiet, to: size + quiet, by: 2).map { row in
      let line = (-quiet..<size + quiet).map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m\(line.joined())\u{1B}[0m\n"
    }.joined()
  }
}
