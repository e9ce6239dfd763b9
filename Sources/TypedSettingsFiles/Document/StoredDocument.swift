internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The document of a store as it is in the file, read to find the places of values.
struct StoredDocument {
  let path: String
  let layout: DocumentLayout
  let scan: DocumentScan

  /// Returns the member that holds a key's value; `nil` if the document has none.
  func item(of key: SettingsKey) -> DocumentScan.Item? {
    let path = memberPath(of: key)
    guard let (item, depth) = scan.item(at: path), depth == path.count else { return nil }
    return item
  }

  /// Returns the place of a part of a key's value, or of the innermost part around it that the document has.
  func place(of key: SettingsKey, _ path: [String], isSecret: Bool) -> DocumentPlace.Found? {
    let whole = memberPath(of: key) + path
    guard let (item, depth) = scan.item(at: whole) else { return nil }
    var found = DocumentPlace.Found(
      at: TextPosition(of: item.value.lowerBound, in: scan.bytes), in: self.path)
    found.isJSON = scan.format == .json
    if !isSecret, depth == whole.count { found.text = scan.text(of: item) }
    return found
  }

  /// Returns the places of the names of domains and keys, with the paths of names in the order of the document.
  func locations(of paths: Set<[String]>) -> [(path: [String], location: SettingsLocation)] {
    let domains = Set(paths.lazy.filter { $0.count > 1 }.map { $0[0] })
    var found: [(path: [String], start: Int)] = []
    for item in scan.items {
      switch layout {
      case .domain(let domain): found.append(([domain, item.name], item.start))
      case .domains:
        found.append(([item.name], item.start))
        guard domains.contains(item.name) else { continue }
        found += scan.items(at: item.value.lowerBound).map { ([item.name, $0.name], $0.start) }
      }
    }
    found = found.filter { paths.contains($0.path) }
    let positions = TextPosition.positions(of: found.map(\.start), in: scan.bytes)
    return zip(found, positions).map { ($0.path, SettingsLocation(file: path, $1)) }
  }

  private func memberPath(of key: SettingsKey) -> [String] {
    switch layout {
    case .domains: [key.domain, key.name]
    case .domain: [key.name]
    }
  }
}

extension FileContext {
  /// Reads the document as it is in the file; `nil` if it can't be read.
  var storedDocument: StoredDocument? {
    let read = nilOnFailure { () throws(FileSystemError) in
      let folder = SettingsFolder(folder: try Folder(location.folder, of: system), context: self)
      return try folder.readBytes(of: names.document)
    }
    guard let read else { return nil }
    let format = format.resolved(for: names.document, holding: read.bytes).form(of: read.bytes)
    return StoredDocument(path: path, layout: layout, scan: DocumentScan(bytes: read.bytes, format: format))
  }
}
