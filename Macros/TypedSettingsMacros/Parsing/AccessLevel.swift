import SwiftSyntax

/// The access level of a declaration, as far as it is written on the declaration itself.
enum AccessLevel: String {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  /// The level of a declaration with these modifiers; nil where none is written.
  init?(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name.text) }
    guard let level = levels.first else { return nil }
    self = level
  }

  /// The level of the setter: that of `private(set)` and its like, or else of the property.
  init?(ofSetter modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.filter { $0.detail?.detail.text == "set" }
      .compactMap { AccessLevel(rawValue: $0.name.text) }
    guard let level = levels.first ?? AccessLevel(modifiers) else { return nil }
    self = level
  }

  /// What a generated member of this level is marked with.
  ///
  /// Nobody may override one, hence never `open`.
  var prefix: String { self == .open ? "public " : rawValue + " " }
}

extension AccessLevel? {
  /// What a member that goes with a type of this level is marked with; members need no more than `internal`.
  var memberPrefix: String {
    switch self {
    case .public, .package, .open: self?.prefix ?? ""
    case .private, .fileprivate, .internal, nil: ""
    }
  }
}
