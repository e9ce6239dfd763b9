/// The names with which stores and documents keep data of their own.
enum ReservedNames {
  /// Names of a domain's members, and what each is used for.
  static let keys = ["$version": "the version of the domain", "$schema": "the schema of a settings file"]

  /// Names of a document's members, and what each is used for.
  static let domains = [
    "$schema": "the schema of a settings file", "$typedSettingsExport": "the mark of an exported document",
  ]
}
