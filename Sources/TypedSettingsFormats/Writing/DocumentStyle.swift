/// The layout of a document that new text adopts.
struct DocumentStyle {
  /// The layout that a JSON document has by default.
  static let json = DocumentStyle(unit: [0x20, 0x20], colon: [0x3A, 0x20], separator: [0x2C, 0x20])
  /// The layout that an XML property list has by default, which is the layout of `plutil`.
  static let xmlPropertyList = DocumentStyle(unit: [0x09], colon: [], separator: [], namesHaveLines: true)

  /// The maximum number of spaces and tabs that new text adopts at one place.
  ///
  /// New text repeats them for each value, so without a limit, a small value could take all memory in a document with
  /// megabytes of white space.
  static let maximumBlanks = 256

  var lineBreak: [UInt8] = [0x0A]
  /// The indentation of one level.
  var unit: [UInt8]
  /// The text between a name and its value on one line.
  var colon: [UInt8]
  /// The text between two items on one line.
  var separator: [UInt8]
  /// A Boolean value that indicates whether the value of a name has its own line.
  var namesHaveLines = false
  /// A Boolean value that indicates whether each item has a line.
  var hasLines = true

  /// Returns the text between a name and its value.
  func separation(indentation: [UInt8]) -> [UInt8] { namesHaveLines && hasLines ? lineBreak + indentation : colon }
}
