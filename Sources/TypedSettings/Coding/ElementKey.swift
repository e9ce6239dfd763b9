/// The coding key of an element of an array.
struct ElementKey: CodingKey {
  let index: Int

  var stringValue: String { String(index) }
  var intValue: Int? { index }

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.init(intValue) }
}
