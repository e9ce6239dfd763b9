internal import TypedSettingsCore

extension ToolSession {
  func list() throws {
    let text = arguments.values.first?.lowercased()
    let listed = settings.filter { member in text.map { hasName(member, containing: $0) } ?? true }
    for (_, setting) in listed { try checkReadable(setting) }
    if arguments.isJSON {
      let members = listed.map { name, setting -> (String, SettingsValue) in
        let value = shown(setting.encodedValue, of: setting)
        return (name, arguments.has("origin") ? ["value": value, "origin": .string(origin(of: setting))] : value)
      }
      try print(json: .dictionary(Dictionary(members) { first, _ in first }))
    } else {
      for (name, setting) in listed {
        var line = "\(name) = \(named(setting.encodedValue, of: setting).jsonText)"
        if arguments.has("origin") { line += "  (\(origin(of: setting)))" }
        print(line, in: setting.isSet ? nil : .faint)
      }
    }
    warn(about: listed.map(\.setting))
  }

  func get() throws {
    if arguments.has("stored"), arguments.has("source") {
      throw ToolFailure(.usage, "use either '--stored' or '--source'")
    }
    var values: [(name: String, text: String, json: SettingsValue)] = []
    var unset: [String] = []
    let places = try places()
    for place in places {
      let (name, setting) = (place.name, place.setting)
      try checkReadable(setting)
      if arguments.has("source") {
        values.append((name, setting.source.text, .string(setting.source.text)))
        continue
      }
      let whole = arguments.has("stored") ? setting.storedValue : setting.encodedValue
      if place.path.isEmpty, let whole {
        values.append((name, text(of: whole, of: setting), shown(whole, of: setting)))
      } else if let part = place.json(of: whole) {
        let shown = shown(part, of: setting)
        values.append((name, place.form.text(of: shown), shown))
      } else {
        unset.append(name)
      }
    }
    if arguments.isJSON {
      try print(json: .dictionary(Dictionary(values.map { ($0.name, $0.json) }) { first, _ in first }))
    } else {
      for (_, text, _) in values { print(text) }
    }
    warn(about: places.map(\.setting))
    if !unset.isEmpty { throw ToolFailure(.unset, "not set: \(unset.joined(separator: ", "))") }
  }

  func describe() throws {
    let place = try place(arguments.values[0])
    if !place.path.isEmpty { return try describe(place) }
    let (name, setting) = place.named
    let entry = SettingsSchema.Entry(of: setting, named: name, naming: tool.names)
    if arguments.isJSON { return try print(json: entry.document) }
    print(entry.title.map { "\(name) - \($0)" } ?? name)
    for line in entry.documentation?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
      print(line.isEmpty ? "" : "  \(line)")
    }
    var rows: [(String, String)] = [("key", "\(entry.key)"), ("type", entry.form.summary)]
    if let text = entry.defaultValue.map(setting.named)?.jsonText { rows.append(("default", text)) }
    if let choices = choices(of: setting, entry) {
      rows.append(("choices", choices.joined(separator: ", ")))
    } else if let constraint = setting.namedValidation {
      rows.append(("rule", constraint.message))
    }
    if !entry.traitNames.isEmpty { rows.append(("traits", entry.traitNames.joined(separator: ", "))) }
    if !entry.aliases.isEmpty { rows.append(("formerly", entry.aliases.joined(separator: ", "))) }
    if let section = entry.section { rows.append(("section", section)) }
    for (name, value) in entry.attributes.sorted(by: { $0.key < $1.key }) { rows.append((name, value.typedText)) }
    if let deprecation = entry.deprecation { rows.append(("deprecated", deprecation)) }
    print(rows)
  }

  /// Prints the declaration of a part of a value.
  private func describe(_ place: ValuePlace) throws {
    let value = shown(place.json(of: place.setting.inspect().defaultValue), of: place.setting)
    if arguments.isJSON { return try print(json: ["form": place.form.document, "default": value]) }
    print(place.name)
    if let documentation = place.documentation { print("  \(documentation)") }
    print([("part of", place.named.name), ("type", place.form.summary), ("default", value.jsonText)])
    let choices = place.form.listedTexts
    if !choices.isEmpty { print([("choices", choices.joined(separator: ", "))]) }
  }

  /// Prints titles and texts in two columns.
  private func print(_ rows: [(title: String, text: String)]) {
    for (title, text) in rows {
      print("  \(title):\(String(repeating: " ", count: max(1, 11 - title.count)))\(text)")
    }
  }

  func range() throws {
    let place = try place(arguments.values[0])
    if !place.path.isEmpty {
      if arguments.isJSON { return try print(json: ["form": place.form.document]) }
      if case .choices = place.form.unwrapped { return place.form.listedTexts.forEach { print($0) } }
      return print(place.form.summary)
    }
    let (name, setting) = place.named
    let entry = SettingsSchema.Entry(of: setting, named: name)
    if arguments.isJSON {
      var members: [String: SettingsValue] = ["form": entry.form.document]
      members["constraint"] = entry.constraint?.document
      return try print(json: .dictionary(members))
    }
    if let choices = choices(of: setting, entry) { return choices.forEach { print($0) } }
    print([entry.form.summary, setting.namedValidation?.message].compactMap(\.self).joined(separator: "; "))
  }

  func writable() throws {
    let setting = try setting(arguments.values[0]).setting
    let link = (setting as? any LinkedSetting)?.link
    // The link also knows a lock of an older name.
    let refusal = link?.refusal ?? setting.files.lazy.compactMap(\.writeError).first
    let error = refusal ?? link?.writeError ?? setting.store.writeError(forKey: setting.key)
    if arguments.isJSON { try print(json: .bool(error == nil)) } else { print("\(error == nil)") }
    if let error { throw ToolFailure(error) }
  }

  func inspect() throws {
    let (name, setting) = try setting(arguments.values[0])
    let inspection = setting.inspect()
    guard arguments.isJSON else {
      let text = "\(inspection)".dropFirst(inspection.name.count)
      print("\(name)\(text)")
      for (layer, origin) in origins(of: setting) { print("  \(layer): \(origin)") }
      return print("  default: \(named(inspection.defaultValue, of: setting).jsonText), declared as '\(setting.name)'")
    }
    var origins = origins(of: setting)[...]
    let layers = inspection.layers.map { layer -> SettingsValue in
      var members: [String: SettingsValue] = [
        "layer": .string(layer.layer), "writable": .bool(layer.isWritable), "skipped": .bool(layer.isSkipped),
      ]
      if let value = layer.value { members["value"] = shown(value, of: setting) }
      if let index = origins.firstIndex(where: { $0.layer == layer.layer }) {
        members["origin"] = .string(origins[index].origin)
        origins = origins[(index + 1)...]
      }
      return .dictionary(members)
    }
    try print(json: [
      "name": .string(name), "key": .string("\(setting.key)"), "value": shown(inspection.value, of: setting),
      "source": .string(inspection.source.text), "locked": .bool(inspection.isLocked), "layers": .array(layers),
      "issues": .array(inspection.issues.map { .string("\($0)") }),
    ])
  }

  func monitor(isolation: isolated (any Actor)? = #isolation) async throws {
    let monitored = try arguments.values.isEmpty ? settings : namedSettings()
    let names = Dictionary(monitored.map { (ObjectIdentifier($0.setting), $0.name) }) { first, _ in first }
    var left: Int?
    if arguments.has("count") {
      guard let count = arguments.value(of: "count").flatMap({ Int($0) }), count > 0 else {
        throw ToolFailure(.usage, "'--count' needs a positive number")
      }
      left = count
    }
    var changes = groups.changes.makeAsyncIterator()
    warn(about: monitored.map(\.setting))
    note("monitoring \(Self.text(ofCount: names.count))")
    // No reader is left after a write fails.
    while left != 0, tool.console.output.failure == nil, let change = await changes.next(isolation: isolation) {
      // Another group can have a setting with the same key, which reports the same change.
      guard let name = names[ObjectIdentifier(change.setting)] else { continue }
      let value = change.setting.encodedValue
      if arguments.isJSON {
        let origin = "\(change.origin)"
        let line: SettingsValue = [
          "name": .string(name), "value": shown(value, of: change.setting), "isSet": .bool(change.newValue != nil),
          "origin": .string(origin),
        ]
        print(line.jsonText)
      } else {
        print("\(name) = \(named(value, of: change.setting).jsonText)")
      }
      warn(about: [change.setting])
      left = left.map { $0 - 1 }
    }
  }
}
