/// A place in a text, as editors show it: `line 3, column 14`.
///
/// Both count from one. A line ends with a line feed, a carriage return or one of each, and a column is a Unicode scalar,
/// so that a letter beyond ASCII moves what follows by one column as in an editor, however many bytes it takes. A byte
/// order mark is no part of the first line.
package struct TextPosition: Equatable, CustomStringConvertible {
  package private(set) var line = 1
  package private(set) var column = 1

  /// Finds the place of a byte in UTF-8, which may be wrong as well; the offset may be that of the end.
  package init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
    var isAfterReturn = false
    for (index, byte) in bytes.prefix(offset).enumerated() {
      switch byte {
      case UInt8(ascii: "\n") where isAfterReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
      // A scalar has one byte that is none of these, its first.
      case 0x80..<0xC0: break
      case 0xEF where index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]): break
      default: column += 1
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
  }

  package var description: String { "line \(line), column \(column)" }
}
