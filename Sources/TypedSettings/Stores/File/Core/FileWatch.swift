/// What a file core watches.
enum FileWatch: Sendable {
  case none
  /// The folder of the file.
  case folder(FolderWatch)
  /// A folder above it, as long as that is missing.
  case above(FolderWatch)
  /// Nothing, because the system does not let it: the file is looked at from time to time.
  case polling
}
