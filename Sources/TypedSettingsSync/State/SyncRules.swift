/// The rules of synchronization, which tests remove one by one.
package struct SyncRules: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(number: Int) { self.init(rawValue: 1 << UInt32(number)) }

  /// 1. Only explicit values and resets are sent, never a default.
  package static let explicitValues = SyncRules(number: 1)
  /// 2. Only the selected settings are sent and applied, under the key of the other side.
  package static let selection = SyncRules(number: 2)
  /// 3. Values from before synchronization have the lowest stamp, and are kept in a snapshot if they're replaced.
  static let lowestStamps = SyncRules(number: 3)
  /// 4. A value that differs from the digest of its stamp is a local edit.
  package static let digests = SyncRules(number: 4)
  /// 5. The clock isn't more than five minutes ahead of the wall clock.
  static let boundedClock = SyncRules(number: 5)
  /// 6. A replica that receives a write of its own identity that it didn't make takes a new identity.
  static let cloneDetection = SyncRules(number: 6)
  /// 7. Nothing is exchanged with another account.
  package static let accounts = SyncRules(number: 7)
  /// 8. Only the writable layer is sent and written.
  package static let writableLayer = SyncRules(number: 8)
  /// 9. Entries of unknown keys are forwarded and not applied; entries of newer versions wait.
  package static let opaqueEntries = SyncRules(number: 9)
  /// 10. The settings of a unit are stamped together.
  package static let units = SyncRules(number: 10)
  /// 11. Received values are validated.
  package static let validation = SyncRules(number: 11)
  /// 12. Resets stay in the state.
  package static let markers = SyncRules(number: 12)
  /// 13. The settings of a unit stay together on replicas that don't declare the unit.
  static let unitTags = SyncRules(number: 13)

  /// 14. Entries under former keys are merged under the current ones.
  package static let renames = SyncRules(number: 14)

  /// 15. A stamp that no device can have written, and that no later write could replace, is refused.
  package static let plausibleTimes = SyncRules(number: 15)
  /// 16. A change has the time at which the program made it, not the time at which a session finds it.
  package static let changeTimes = SyncRules(number: 16)
  /// 17. A write of this replica's identity that none of its runs has made is a write of a clone.
  package static let runs = SyncRules(number: 17)
  /// 18. A value that was there when the program last declared its setting isn't an edit when it's declared again.
  package static let formerKeys = SyncRules(number: 18)
  /// 19. A peer of a stream whose message is damaged is asked again.
  package static let repetition = SyncRules(number: 19)
  /// 20. Devices that are no longer in use are forgotten by all others.
  package static let devices = SyncRules(number: 20)

  /// All rules.
  package static let all = SyncRules(each)

  /// The rules one by one.
  package static let each: [SyncRules] = (1...20).map(SyncRules.init(number:))
}
