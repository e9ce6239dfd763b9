package import TypedSettingsCore

/// The places of the items of a text document, found without decoding values.
///
/// The document may be malformed; the items of a container that isn't well-formed aren't found.
package struct DocumentScan {
  /// A member of a dictionary, or an element of an array.
  package struct Item {
    /// The name of a member, or the index of an element.
    package let name: String
    /// The offset of the name, or of the value in an array.
    package let start: Int
    /// The offsets of the value.
    package let value: Range<Int>
  }

  package let bytes: [UInt8]
  package let format: DocumentFormat

  /// Creates the scan of the bytes of a document.
  package init(bytes: [UInt8], format: DocumentFormat) {
    self.bytes = bytes
    self.format = format
  }

  private var syntax: (any DocumentSyntax.Type)? {
    switch format {
    case .json: JSONSyntax.self
    case .xmlPropertyList: XMLPropertyListSyntax.self
    case .binaryPropertyList: nil
    }
  }

  /// The offset of the outermost value; `nil` if there is none.
  private var root: Int? {
    bytes.withUnsafeBufferPointer { bytes -> Int? in
      switch format {
      case .json: return bytes.endOfSpace(from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      case .xmlPropertyList: return XMLPropertyListSyntax.root(of: bytes, expanding: [:])?.open
      case .binaryPropertyList: return nil
      }
    }
  }

  /// Returns the item at a path of names and indices, or the last item on the way to it that exists.
  ///
  /// - Parameter path: The path, which isn't empty.
  /// - Returns: The item, and the number of components that were found; `nil` if the first one doesn't exist.
  package func item(at path: [String]) -> (item: Item, depth: Int)? {
    guard var offset = root else { return nil }
    var found: (item: Item, depth: Int)?
    for (depth, name) in path.enumerated() {
      guard let item = items(at: offset).last(where: { $0.name == name }) else { break }
      found = (item, depth + 1)
      offset = item.value.lowerBound
    }
    return found
  }

  /// Returns the place of a document that doesn't consist of named values; `nil` if it can't be found.
  func place(ofDocument document: SettingsValue) -> DocumentPlace? {
    guard format != .binaryPropertyList else { return nil }
    var place = DocumentPlace.Found(at: TextPosition(of: root ?? 0, in: bytes), in: nil)
    place.isJSON = format == .json
    place.sentence = "expected named values, and the document is \(document.kind)"
    return DocumentPlace(place)
  }

  /// The items of the outermost value.
  package var items: [Item] { root.map { items(at: $0) } ?? [] }

  /// Returns the items of the container that starts at an offset; none if there is no well-formed container.
  package func items(at offset: Int) -> [Item] {
    guard let syntax, let outline = bytes.withUnsafeBufferPointer({ syntax.outline(at: offset, in: $0) }) else {
      return []
    }
    return outline.items.enumerated().map { index, item in
      Item(
        name: outline.isDictionary ? name(in: item.start..<item.nameEnd, syntax) : "\(index)", start: item.start,
        value: item.value..<item.end)
    }
  }

  /// Returns the name in a range; an empty string if no reader accepts it.
  private func name(in range: Range<Int>, _ syntax: any DocumentSyntax.Type) -> String {
    let text = Array(bytes[range])
    // The caller compares the name, which would take quadratic time for a run of combining marks.
    guard let name = nilOnFailure({ () throws(SettingsError) in try syntax.name(of: text) }), name.isStreamSafe else {
      return ""
    }
    return name
  }

  /// Returns the text of a value; `nil` for a container, and for text that isn't UTF-8.
  package func text(of item: Item) -> String? {
    guard let first = bytes[item.value].first else { return nil }
    switch format {
    case .json:
      let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      return isContainer ? nil : String(validating: bytes[item.value], as: UTF8.self)
    case .xmlPropertyList:
      guard let value = value(of: item), case .string = value else {
        return self.value(of: item).flatMap { value in
          switch value {
          case .array, .dictionary: value.numberText
          default: value.excerpt
          }
        }
      }
      return value.excerpt
    case .binaryPropertyList: return nil
    }
  }

  /// Returns the value of an item; `nil` if it's malformed.
  package func value(of item: Item) -> SettingsValue? {
    guard let syntax else { return nil }
    let text = Array(bytes[item.value])
    return nilOnFailure { () throws(SettingsError) in try syntax.value(of: text) }
  }
}
