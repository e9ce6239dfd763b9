/// The selectors of a property.
struct SelectorNames {
  /// The name of the property, which is its getter's.
  let getter: String

  init(property: String) { getter = property }

  /// The name that getters of truth values often have; `nil` if the property's own begins like that.
  var truthGetter: String? {
    if getter.hasPrefix("is"), let next = getter.dropFirst(2).first, !next.isLowercase { return nil }
    return "is" + capitalized
  }

  /// The name of the setter, with its colon.
  var setter: String { "set\(capitalized):" }

  /// The setter's name as compilers make it, which know the upper case of ASCII letters alone.
  var compiledSetter: String {
    guard let first = getter.first, first.isASCII else { return "set\(getter):" }
    return setter
  }

  private var capitalized: String { getter.prefix(1).uppercased() + getter.dropFirst() }
}
