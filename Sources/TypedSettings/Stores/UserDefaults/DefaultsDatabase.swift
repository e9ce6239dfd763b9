#if canImport(Darwin) || UserDefaults
  /// One suite of `UserDefaults`, and what brings it to the disk and back.
  package protocol DefaultsDatabase: Sendable {
    /// What the suite holds now, changes of other processes included; what is registered or given as an argument is no
    /// part of it.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/fileCorrupt`` or ``SettingsError/Code/fileUnreadable``.
    func load() throws(SettingsError) -> StoredDefaults

    /// Changes the object of a name, or removes it.
    ///
    /// Others may be told of it before it returns, so no lock is held meanwhile.
    func set(_ value: SettingsValue?, forName name: String)

    /// Whether an administrator has decided the value of a name.
    func isForced(_ name: String) -> Bool

    /// Brings changes to the disk.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``; then they remain, and a later call tries again.
    func synchronize() throws(SettingsError)

    /// Whether changes are lost with the process unless ``synchronize()`` is called.
    var needsSynchronizing: Bool { get }

    /// The folder to watch for changes that other processes make; `nil` if there is none.
    var watchedFolder: String? { get }

    /// Whether it is of interest that files with these names have changed in a watched folder.
    func isConcerned(by names: Set<String>, in folder: String) -> Bool
  }
#endif
