import TypedSettings

// Refusals, transactions, drafts and imports

extension CompositionCheck {
  func verifyRefusals() throws {
    let group = makeGroup()
    group.size.value = 30
    expect("a value that breaks a rule is refused", code { try group.size.set(101) } == .invalid)
    try expectHeld("a refused value changes nothing", ComposedSettings.size, 30)
    let refusal = code {
      try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
        draft.title.value = "new"
        draft.size.value = 101
      }
    }
    expect("a transaction with a refused value throws", refusal == .invalid)
    try expectHeld("a refused transaction changes nothing", ComposedSettings.title, nil)
  }

  func verifyLocks() throws {
    guard let managed = composition.managed else { return }
    let group = makeGroup()
    group.size.value = 30
    let held = try composition.heldValue(forKey: ComposedSettings.size)
    managed.set(
      try composition.managedForm(of: 90, forKey: ComposedSettings.size), forKey: ComposedSettings.size)
    expect("the value of an upper layer is in effect", group.size.value == 90)
    expect("a locked key isn't writable", !store.isWritable(ComposedSettings.size))
    expect("a write of a locked key is refused", code { try group.size.set(31) } == .locked)
    let refusal = code {
      try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
        draft.title.value = "new"
        draft.size.value = 31
      }
    }
    expect("a transaction with a locked key is refused", refusal == .locked)
    try expectHeld("a transaction with a locked key changes nothing", ComposedSettings.title, nil)
    let draft = SettingsDraft(of: group, make: ComposedSettings.init)
    expect("a draft of a locked key is refused", code { try draft.settings.size.set(31) } == .locked)
    expect("a value that a lock hides stays", try composition.heldValue(forKey: ComposedSettings.size) == held)
    managed.set(nil, forKey: ComposedSettings.size)
    expect("a value that a lock hid is in effect again", group.size.value == 30)
    group.size.value = 31
    try expectHeld("a key without a lock can be written", ComposedSettings.size, 31)
  }

  func verifyTransactions() throws {
    let group = makeGroup()
    try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
      draft.size.value = 50
      draft.title.value = "both"
    }
    expect("a transaction changes all settings", group.size.value == 50 && group.title.value == "both")
    try expectHeld("a transaction stores all settings", ComposedSettings.title, "both")
    let error = code {
      try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
        draft.size.value = 60
        throw SettingsError(.invalid, found: "a mistake", advice: "none")
      }
    }
    expect("a transaction that throws changes nothing", error == .invalid && group.size.value == 50)
  }

  func verifyRepeatedTransactions() throws {
    let group = makeGroup()
    group.size.value = 30
    var attempts = 0
    try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
      attempts += 1
      draft.size.value += 1
      draft.title.value = "done"
      if attempts == 1 { try composition.setElsewhere(40, forKey: ComposedSettings.size) }
    }
    expect("a transaction runs again after a change from outside", attempts == 2)
    try expectHeld("a transaction doesn't lose a change from outside", ComposedSettings.size, 41)
    let stale = SettingsChanges([ComposedSettings.title: "stale"], ifUnchanged: [ComposedSettings.size: 40])
    expect("a batch fails if a value isn't the expected one", try !store.commit(stale))
    try expectHeld("a batch that fails changes nothing", ComposedSettings.title, "done")
  }

  func verifyContestedWrites() throws {
    let group = makeGroup()
    group.size.value = 30
    group.title.value = "first"
    try composition.contest(ComposedSettings.size, with: 40)
    try group.size.update { $0 += 1 }
    try expectHeld("an update doesn't lose a change during its write", ComposedSettings.size, 41)
    try composition.contest(ComposedSettings.size, with: 50)
    try SettingsDraft.transaction(of: group, make: ComposedSettings.init) { draft in
      draft.size.value += 1
      draft.title.value = "second"
    }
    try expectHeld("a transaction doesn't lose a change during its write", ComposedSettings.size, 51)
    try expectHeld("a transaction that meets a change runs again", ComposedSettings.title, "second")
  }

  /// Returns a group with a value, and a draft that changes both settings.
  private func makeDraft() -> (group: ComposedSettings, draft: SettingsDraft<ComposedSettings>) {
    let group = makeGroup()
    group.size.value = 30
    let draft = SettingsDraft(of: group, make: ComposedSettings.init)
    draft.settings.size.value = 31
    draft.settings.title.value = "drafted"
    return (group, draft)
  }

  func verifyDrafts() throws {
    let (group, draft) = makeDraft()
    expect("a draft reads its changes", draft.settings.size.value == 31)
    try expectHeld("a draft stores nothing before it's applied", ComposedSettings.size, 30)
    expect("a draft is invisible before it's applied", group.size.value == 30 && group.title.value == "")
    try draft.apply()
    expect("an applied draft is read", group.size.value == 31 && group.title.value == "drafted")
    try expectHeld("an applied draft is stored", ComposedSettings.title, "drafted")
  }

  func verifyDraftConflicts() throws {
    let (_, draft) = makeDraft()
    try composition.setElsewhere(40, forKey: ComposedSettings.size)
    expect("a draft finds a change from outside", code { try draft.apply() } == .draftConflict)
    try expectHeld("a draft with a conflict changes nothing", ComposedSettings.title, nil)
    try draft.apply(.overwrite)
    try expectHeld("a draft can overwrite a change from outside", ComposedSettings.size, 31)
  }
}

extension CompositionCheck {
  func verifyImports() throws {
    let other = ComposedSettings.make(alternateStore: InMemorySettingsStore())
    other.size.value = 80
    other.title.value = "imported"
    let document = try other.export()
    let group = makeGroup()
    group.size.value = 30
    _ = try group.import(document)
    expect("imported values are read", group.size.value == 80 && group.title.value == "imported")
    try expectHeld("imported values are stored", ComposedSettings.title, "imported")
    guard let managed = composition.managed else { return }
    managed.set(
      try composition.managedForm(of: 90, forKey: ComposedSettings.size), forKey: ComposedSettings.size)
    group.title.value = "own"
    expect("an import into a locked setting is refused", code { _ = try group.import(document) } != nil)
    try expectHeld("a refused import changes nothing", ComposedSettings.title, "own")
  }

  func verifyTransients() {
    let key = SettingsKey(domain: ComposedSettings.domain, name: "transient")
    func record() -> SettingRecord<Int> {
      makeSettings(in: store) {
        SettingRecord(name: "transient", key: key, default: 0, traits: .transient, coding: .automatic)
      }
    }
    let (first, second) = (record(), record())
    first.value = 1
    expect("a transient value is shared by the settings of a store", second.value == 1)
    expect("a transient value isn't stored", composition.base.value(forKey: key) == nil)
  }

  func verifySecrets() throws {
    let key = SettingsKey(domain: ComposedSettings.domain, name: "secret")
    let record = makeSettings(in: store) {
      SettingRecord(name: "secret", key: key, default: "", traits: .secret, coding: .automatic)
    }
    let isRefused = composition.base.refusal(forKey: key, traits: .secret) != nil
    let refusal = code { try record.set("open") }
    expect("a secret is refused where the base store refuses it", (refusal == .secretRefused) == isRefused)
    try expectHeld("a refused secret isn't stored", key, isRefused ? nil : "open")
  }
}
