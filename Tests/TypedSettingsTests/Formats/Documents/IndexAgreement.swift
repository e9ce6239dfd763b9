import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// Expects that a document has the same values, or the same error, whether it's indexed or read as a whole.
///
/// - Returns: Whether the document is indexed as one of domains.
@discardableResult
func expectIndexAgreement(_ bytes: [UInt8]) -> Bool {
  for layout in [DocumentLayout.domains, .domain("com.example")] {
    let whole = tree { () throws(SettingsError) in
      try DocumentTree(DocumentFormat.json.value(of: bytes), layout)
    }
    let indexed = tree { () throws(SettingsError) in try DocumentTree(of: bytes, .json, layout) }
    let text = Comment(rawValue: String(decoding: bytes.prefix(500), as: UTF8.self))
    switch (whole, indexed) {
    case (.success(let whole), .success(let indexed)): expectAgreement(indexed, whole, layout, text)
    case (.failure(let error), .failure(let other)): #expect(error.description == other.description, text)
    default: Issue.record("\(whole) and \(indexed)")
    }
  }
  return JSONIndex.index(of: bytes, domain: nil, reserved: DocumentTree.schemaName) != nil
}

/// Expects that a tree has the same contents as one whose values were all decoded.
func expectAgreement(_ tree: DocumentTree, _ whole: DocumentTree, _ layout: DocumentLayout, _ text: Comment? = nil) {
  for (domain, values) in whole.domains {
    for (name, value) in values { #expect(tree[SettingsKey(domain: domain, name: name)] == value, text) }
    let names = tree.names(inDomain: domain)
    #expect(names.count == values.count && Set(names) == Set(values.keys), text)
    #expect(tree.hasValues(inDomain: domain) == !values.isEmpty, text)
  }
  #expect(tree.domains == whole.domains, text)
  #expect(tree.others == whole.others, text)
  #expect(tree.document(layout) == whole.document(layout), text)
  #expect(tree.isEmpty == whole.isEmpty, text)
  #expect(Set(tree.domainNames) == Set(whole.domains.filter { !$0.value.isEmpty }.keys), text)
  let counts = [tree, whole].map { tree in nilOnFailure { () throws(SettingsError) in try tree.checkLimits(layout) } }
  #expect(counts[0] == counts[1], text)
}

private func tree(_ read: () throws(SettingsError) -> DocumentTree) -> Result<DocumentTree, SettingsError> {
  Result { () throws(SettingsError) in try read() }
}
