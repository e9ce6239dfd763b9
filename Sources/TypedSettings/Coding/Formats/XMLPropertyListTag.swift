/// The start of an element.
struct XMLPropertyListTag {
  /// The elements that a property list has.
  enum Element: String {
    case plist, dict, array, key, string, integer, real, date, data
    case `true`, `false`
  }

  let element: Element

  /// Whether the tag is the end of its element, too.
  let isEmpty: Bool
}
