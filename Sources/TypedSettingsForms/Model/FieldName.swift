// A control has one or several fields, whose names are paths: `profile/age` is the property of the setting `profile`,
// and `tags/0` the first element of `tags`. A switch that is off has no field, as browsers send none.

/// The names of fields.
package enum FieldName {
  /// The value of a field whose control is on.
  package static let on = "on"

  /// Returns the name of a property or an element.
  package static func child(_ name: some CustomStringConvertible, of path: String) -> String {
    let name = name.description.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
    return "\(path)/\(name.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1"))"
  }

  /// Returns the field that holds the number of elements.
  package static func count(_ path: String) -> String { "\(path)/#" }

  /// Returns the field that holds which new element isn't filled in yet.
  package static func pending(_ path: String) -> String { "\(path)/+" }

  /// Returns whether a field holds which new element isn't filled in yet.
  package static func isPending(_ field: String) -> Bool { field.hasSuffix("/+") }

  /// Returns the field that holds whether there is a value.
  package static func presence(_ path: String) -> String { "\(path)/?" }

  /// Returns the field that holds the fingerprint of the fields at the time when the page was made.
  package static func original(_ setting: String) -> String { "\(setting)/=" }

  /// Returns the name of the setting in a path.
  package static func setting(in path: String) -> String { String(path.prefix { $0 != "/" }) }
}
