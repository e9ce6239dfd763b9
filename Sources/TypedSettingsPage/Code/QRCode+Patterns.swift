extension QRCode {
  /// Draws the patterns by which a reader finds and understands the code.
  mutating func drawPatterns() {
    for index in 0..<size {
      set(6, index, index.isMultiple(of: 2))
      set(index, 6, index.isMultiple(of: 2))
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawRings(column, row, radius: 4) }
    let places = alignmentPlaces
    for column in places {
      for row in places {
        let isFinder = (column == 6 && row == 6) || (column == 6 && row == size - 7) || (column == size - 7 && row == 6)
        if !isFinder { drawRings(column, row, radius: 2) }
      }
    }
    drawFormat(0)
    if version >= 7 { drawVersion() }
  }

  /// Draws squares inside of each other, of which the outermost one of four is light.
  private mutating func drawRings(_ column: Int, _ row: Int, radius: Int) {
    for dx in -radius...radius {
      for dy in -radius...radius where 0..<size ~= column + dx && 0..<size ~= row + dy {
        let distance = max(abs(dx), abs(dy))
        set(column + dx, row + dy, radius == 2 ? distance != 1 : distance != 2 && distance != 4)
      }
    }
  }

  private var alignmentPlaces: [Int] {
    if version == 1 { return [] }
    let count = version / 7 + 2
    let step = (version * 8 + count * 3 + 5) / (count * 4 - 4) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// Draws the level and the mask, twice, with their error correction.
  private mutating func drawFormat(_ mask: Int) {
    // The level M is zero.
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  /// Draws the version, twice, with its error correction.
  private mutating func drawVersion() {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for index in 0..<18 {
      let (long, short) = (size - 11 + index % 3, index / 3)
      set(long, short, bits >> index & 1 == 1)
      set(short, long, bits >> index & 1 == 1)
    }
  }
}

// MARK: Masks

extension QRCode {
  /// Inverts the modules of the text in a regular pattern, so that few of them look like something else.
  mutating func apply(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isPattern[row * size + column] {
        let isInverted =
          switch mask {
          case 0: (column + row) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (column + row) % 3 == 0
          case 4: (column / 3 + row / 2) % 2 == 0
          case 5: column * row % 2 + column * row % 3 == 0
          case 6: (column * row % 2 + column * row % 3) % 2 == 0
          default: ((column + row) % 2 + column * row % 3) % 2 == 0
          }
        if isInverted { invert(column, row) }
      }
    }
    drawFormat(mask)
  }

  /// The number of points for long runs, squares, patterns like those in the corners, and unequal amounts of colors.
  var penalty: Int {
    var points = 0
    for line in 0..<size {
      points +=
        Self.penalty(of: (0..<size).map { self[$0, line] }) + Self.penalty(of: (0..<size).map { self[line, $0] })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let square = [self[column + 1, row], self[column, row + 1], self[column + 1, row + 1]]
        if square.allSatisfy({ $0 == self[column, row] }) { points += 3 }
      }
    }
    let dark = modules.count { $0 } * 20 / modules.count
    return points + 10 * (dark < 10 ? 9 - dark : dark - 10)
  }

  private static func penalty(of line: [Bool]) -> Int {
    var points = 0
    var run = 0
    for index in line.indices {
      run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
      if run == 5 { points += 3 } else if run > 5 { points += 1 }
    }
    let corner = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    for start in line.indices where start + 11 <= line.count {
      let part = Array(line[start..<start + 11])
      if part == corner + light || part == light + corner { points += 40 }
    }
    return points
  }
}
