/// A new element of a list or a dictionary, which isn't a part of the value until a user has filled it in.
package struct PendingElement {
  private let path: String
  private let index: Int
  /// The fingerprint of the element's fields while it's empty.
  private let fingerprint: String

  /// Finds the new element of a list among the fields that a browser sends; `nil` if there is none.
  init?(in fields: [String: String], at path: String) {
    let parts = (fields[FieldName.pending(path)] ?? "").split(separator: " ")
    guard parts.count == 2, let index = Int(parts[0]) else { return nil }
    (self.path, self.index, fingerprint) = (path, index, String(parts[1]))
  }

  /// Finds the element that a list has and didn't have before, if it has an empty text or a name to choose.
  ///
  /// - Parameters:
  ///   - path: The name of the list.
  ///   - fields: The fields with the new element.
  ///   - former: The fields before the element was added.
  package init?(at path: String, in fields: [String: String], besides former: [String: String]) {
    guard let count = fields[FieldName.count(path)].flatMap({ Int($0) }) else { return nil }
    let keys = (0..<count).map { FieldName.child("key", of: FieldName.child($0, of: path)) }
    let hasKeys = count > 0 && fields[keys[0]] != nil
    let known = Set(former.filter { $0.key.hasPrefix("\(path)/") && $0.key.hasSuffix("/key") }.values)
    let index = hasKeys ? keys.firstIndex { fields[$0].map { !known.contains($0) } ?? false } : count - 1
    guard let index, index >= 0 else { return nil }
    let own = Self.fields(fields, of: FieldName.child(index, of: path))
    guard hasKeys || own.values.contains("") else { return nil }
    (self.path, self.index, fingerprint) = (path, index, FormControl.fingerprint(of: own))
  }

  /// The field that marks the element.
  package var field: (name: String, value: String) { (FieldName.pending(path), "\(index) \(fingerprint)") }

  /// Returns whether an element is the new one, and a user hasn't filled it in.
  func isUnfilled(_ index: Int, in fields: [String: String]) -> Bool {
    index == self.index
      && FormControl.fingerprint(of: Self.fields(fields, of: FieldName.child(index, of: path))) == fingerprint
  }

  /// Returns the fields of an element.
  private static func fields(_ fields: [String: String], of element: String) -> [String: String] {
    fields.filter { $0.key == element || $0.key.hasPrefix("\(element)/") }
  }
}
