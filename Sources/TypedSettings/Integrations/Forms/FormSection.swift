/// Settings that stand together in a form.
struct FormSection: Identifiable {
  /// A setting under its name, which is a path in a nested group.
  struct Entry: Identifiable {
    let id: String
    let setting: any Setting
  }

  /// `nil` for the section of the settings that belong to none.
  let title: String?
  private(set) var entries: [Entry]

  var id: String? { title }

  /// The sections of a group, in the order in which they first appear.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - traits: What a setting must not have to be listed.
  /// - Returns: Its sections, none of them empty.
  static func sections(of group: some SettingsGroup, excludingTraits traits: SettingsTrait = []) -> [FormSection] {
    var sections: [FormSection] = []
    for (name, setting) in group.allSettings where setting.traits.isDisjoint(with: traits) {
      let entry = Entry(id: name, setting: setting)
      let title = setting.section ?? title(ofGroupIn: name)
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].entries.append(entry)
      } else {
        sections.append(FormSection(title: title, entries: [entry]))
      }
    }
    return sections
  }

  /// The words of the nested group in a path such as `goals.dailyHours`; `nil` where there is none.
  private static func title(ofGroupIn path: String) -> String? {
    path.split(separator: ".").dropLast().last.map { FormTitle.words(of: String($0)) }
  }
}
