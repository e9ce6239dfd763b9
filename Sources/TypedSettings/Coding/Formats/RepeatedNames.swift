/// The members of one dictionary of a document whose names are one key to Swift.
struct RepeatedNames {
  private struct Group {
    var members: [(name: String, value: SettingsValue)]
    var names: Set<[UInt8]>
  }

  private var groups: [String: Group] = [:]

  /// Adds a member to those of a dictionary.
  ///
  /// - Returns: `false` if one has the same name in the same spelling.
  mutating func add(_ value: SettingsValue, named name: String, to values: inout [String: SettingsValue]) -> Bool {
    guard let first = values.updateValue(value, forKey: name) else { return true }
    return keep(value, named: name, beside: first, in: values)
  }

  @inline(never)
  private mutating func keep(
    _ value: SettingsValue, named name: String, beside first: SettingsValue, in values: [String: SettingsValue]
  ) -> Bool {
    if groups[name] == nil {
      // A value that is updated keeps the spelling of its key.
      let firstName = values.index(forKey: name).map { values[$0].key } ?? name
      groups[name] = Group(members: [(firstName, first)], names: [Array(firstName.utf8)])
    }
    guard groups[name]?.names.insert(Array(name.utf8)).inserted == true else { return false }
    groups[name]?.members.append((name, value))
    return true
  }

  /// Puts the members with names of several spellings in their common place, once all are there.
  ///
  /// - Parameters:
  ///   - values: The dictionary.
  ///   - budget: What the dictionary may still grow by, from inside of it.
  /// - Returns: How many values there are more.
  /// - Throws: ``SettingsError`` where their form is beyond the limits.
  @inline(__always)
  func finish(_ values: inout [String: SettingsValue], _ budget: inout ValueBudget) throws(SettingsError) -> Int {
    groups.isEmpty ? 0 : try replace(&values, &budget)
  }

  @inline(never)
  private func replace(
    _ values: inout [String: SettingsValue], _ budget: inout ValueBudget
  ) throws(SettingsError) -> Int {
    var added = 0
    for (name, group) in groups {
      try budget.check(height: SettingsValue.levelsOfSpellings)
      for (_, value) in group.members {
        try value.checkLimits(depth: budget.depth + SettingsValue.levelsOfSpellings)
        try budget.add()
      }
      try budget.add()
      added += group.members.count + 1
      values[name] = SettingsValue(spellings: group.members)
    }
    return added
  }
}
