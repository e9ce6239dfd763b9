/// The coding key of a superclass that is encoded beside the properties of its subclass.
enum SuperclassKey: String, CodingKey {
  case `super`
}
