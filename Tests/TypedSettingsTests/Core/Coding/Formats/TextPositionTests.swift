import Testing
import TypedSettings

struct TextPositionTests {
  @Test(arguments: [
    ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4), ("a\nbc", 1, 1, 2), ("a\nbc", 2, 2, 1),
    ("a\nbc", 4, 2, 3), ("\n\n\n", 3, 4, 1), ("a\rb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\r\n\r\nb", 5, 3, 1),
    ("a\n\rb", 3, 3, 1), ("\t\tx", 2, 1, 3),
  ]) func `lines and columns count from one`(text: String, offset: Int, line: Int, column: Int) {
    let position = TextPosition(of: offset, in: Array(text.utf8))
    #expect(position.line == line)
    #expect(position.column == column)
    #expect("\(position)" == "line \(line), column \(column)")
  }

  @Test(arguments: [("é!", 2), ("€!", 3), ("😀!", 4)])
  func `a letter takes one column, however many bytes it has`(text: String, offset: Int) {
    #expect(TextPosition(of: offset, in: Array(text.utf8)).column == 2)
  }

  @Test func `only a leading byte order mark takes no column`() {
    #expect(TextPosition(of: 4, in: Array("\u{FEFF}ab".utf8)).column == 2)
    #expect(TextPosition(of: 4, in: Array("a\u{FEFF}b".utf8)).column == 3)
  }

  @Test func `bytes that are not text have a position too`() {
    #expect(TextPosition(of: 3, in: [0xFF, 0xC0, 0x80, 0x41]).column == 3)
    #expect(TextPosition(of: 9, in: [0x0A]).line == 2)
  }
}
