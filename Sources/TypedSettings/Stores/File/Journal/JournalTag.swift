/// What kind of value follows.
enum JournalTag: UInt8 {
  case removed, null, no, yes, integer, unsigned, double, string, data, date, array, dictionary

  init(of value: SettingsValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): value ? .yes : .no
      case .integer: .integer
      case .unsigned: .unsigned
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .array: .array
      case .dictionary: .dictionary
      }
  }
}
