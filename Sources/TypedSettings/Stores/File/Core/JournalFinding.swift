/// What was found in a journal's place.
enum JournalFinding: Sendable {
  case none
  case newer
  case damaged
  case journal(OpenJournal, JournalContents)
}
