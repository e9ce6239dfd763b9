import SwiftSyntax

/// The access level that is written on a declaration.
enum AccessLevel: String {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  /// Creates the level of a declaration with these modifiers; `nil` if none is written.
  init?(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name.text) }
    guard let level = levels.first else { return nil }
    self = level
  }

  /// Creates the level of the setter, as in `private(set)`, or else that of the property.
  init?(ofSetter modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.filter { $0.detail?.detail.text == "set" }
      .compactMap { AccessLevel(rawValue: $0.name.text) }
    guard let level = levels.first ?? AccessLevel(modifiers) else { return nil }
    self = level
  }

  /// The modifier of a generated member of this level, followed by a space.
  ///
  /// Generated members can't be overridden, so that `open` becomes `public`.
  var prefix: String { self == .open ? "public " : rawValue + " " }
}

extension AccessLevel? {
  /// The modifier of a member of a type with this level; empty for `internal` and below.
  var memberPrefix: String {
    switch self {
    case .public, .package, .open: self?.prefix ?? ""
    case .private, .fileprivate, .internal, nil: ""
    }
  }
}
