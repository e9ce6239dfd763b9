/// A place in a settings file, such as `/etc/pomodoro/settings.json:7:12`.
///
/// Editors and terminals open the file at the place that the description names.
public struct SettingsLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let file: String

  /// The line, starting at one.
  public let line: Int

  /// The column in Unicode scalars, starting at one.
  public let column: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - line: The line, starting at one.
  ///   - column: The column in Unicode scalars, starting at one.
  public init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  /// Creates the place of a position in a file.
  package init(file: String, _ position: TextPosition) {
    self.init(file: file, line: position.line, column: position.column)
  }

  /// The path, the line, and the column, separated by colons.
  public var description: String { "\(file):\(line):\(column)" }
}

/// A position in a text as shown by editors, such as `line 3, column 14`.
///
/// Lines and columns start at one. A line ends with a line feed, a carriage return, or a carriage return and a line
/// feed. A column is a Unicode scalar, so a letter takes one column regardless of the number of its bytes. A byte order
/// mark doesn't count as a column.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  package private(set) var line = 1
  package private(set) var column = 1

  /// Creates the position of a byte in UTF-8 that may be invalid; `offset` may be the end.
  package init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
    self = Self.positions(of: [offset], in: Array(bytes.prefix(offset)))[0]
  }

  /// Returns the positions of several bytes, which takes as long as finding the last one.
  ///
  /// - Parameters:
  ///   - offsets: The offsets in ascending order.
  ///   - bytes: UTF-8 that may be invalid.
  /// - Returns: The positions in the same order.
  package static func positions(of offsets: [Int], in bytes: [UInt8]) -> [TextPosition] {
    var position = TextPosition()
    var start = 0
    return offsets.map { offset in
      position.advance(over: bytes, from: start, to: offset)
      start = max(start, offset)
      return position
    }
  }

  package init(line: Int = 1, column: Int = 1) { (self.line, self.column) = (line, column) }

  private mutating func advance(over bytes: [UInt8], from start: Int, to end: Int) {
    for index in start..<max(start, min(end, bytes.count)) {
      switch bytes[index] {
      case UInt8(ascii: "\n") where index > 0 && bytes[index - 1] == UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
      // Only the first byte of a scalar is outside this range.
      case 0x80..<0xC0: break
      case 0xEF where index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]): break
      default: column += 1
      }
    }
  }

  package var description: String { "line \(line), column \(column)" }
}

/// The place of a document that an error is about, which is looked up once when the error is described.
///
/// Reading values therefore costs nothing for places. The document may have changed in the meantime; a lookup finds
/// nothing if the value is no longer in it.
package final class DocumentPlace: Sendable {
  /// The result of a lookup.
  package struct Found: Sendable {
    /// The path of the document; `nil` for text that isn't in a file.
    package var file: String?
    package let position: TextPosition
    /// The place of a value that isn't in a document, such as the name of a variable.
    package var origin: String?
    /// The value as the document spells it; `nil` if it mustn't be shown, or if it's a container.
    package var text: String?
    /// A Boolean value that indicates whether the document is JSON.
    package var isJSON = true
    /// A sentence about malformed text; `nil` if the error is about a value.
    package var sentence: String?
    /// The constraint that the value has to meet; `nil` if it's unknown.
    package var constraint: SettingConstraint?

    package init(at position: TextPosition, in file: String?) {
      self.position = position
      self.file = file
    }
  }

  private enum Search: Sendable {
    case pending(@Sendable () -> Found?)
    case done(Found?)
  }

  private let search: LockedState<Search>

  /// Creates a known place.
  package init(_ found: Found) { search = LockedState(.done(found)) }

  /// Creates a place that is looked up when it's needed.
  package init(_ find: @escaping @Sendable () -> Found?) { search = LockedState(.pending(find)) }

  /// The place, or `nil` if it can't be found.
  package var found: Found? {
    // The document is read without the lock.
    switch search.withLock({ $0 }) {
    case .done(let found): return found
    case .pending(let find):
      let result = find()
      let (found, old) = search.withLock { search -> (Found?, Search) in
        let old = search
        if case .done(let found) = search { return (found, old) }
        search = .done(result)
        return (result, old)
      }
      withExtendedLifetime(old) {}
      return found
    }
  }
}
