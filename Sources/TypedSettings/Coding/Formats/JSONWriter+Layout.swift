// All white space is here.
extension JSONWriter {
  /// Starts a container.
  mutating func open(_ bracket: UInt8) throws(SettingsError) {
    try budget.enter()
    bytes.append(bracket)
  }

  /// Starts an item of a container: a value of an array, or a name.
  @inline(__always)
  mutating func startItem(isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if layout == .document { startLine() }
  }

  /// Ends the name of a value.
  @inline(__always)
  mutating func endName() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .document { bytes.append(UInt8(ascii: " ")) }
  }

  /// Ends a container.
  mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    budget.leave()
    if layout == .document, !isEmpty { startLine() }
    bytes.append(bracket)
  }

  /// Ends the last line.
  mutating func endDocument() {
    if layout == .document { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func startLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * budget.depth))
  }
}
