/// Whose files beside a document count.
///
/// Where a folder lets others make files, somebody could plant a journal whose values would win, or that the values of
/// the program would go into for others to read.
struct SideFileOwners: Sendable {
  let folder: FileStatus
  let document: FileStatus?
  /// The user that this process acts as.
  let user: UInt32

  /// Whether a file is one that the store, or another process with the same right to the document, has made.
  func admit(_ file: FileStatus) -> Bool {
    guard file.kind == .regular else { return false }
    if [user, 0, folder.owner, document?.owner].contains(file.owner) { return true }
    // Where the document is shared, so are the files beside it, as long as they are no more open than the document.
    let shared = document ?? folder
    let isOfGroup = file.group == shared.group && shared.permissions & 0o020 != 0
    // A folder that everybody may make files in is none that everybody is to share settings in.
    let isOfAll = document != nil && shared.permissions & 0o002 != 0
    return (isOfGroup || isOfAll) && file.permissions & 0o066 & ~shared.permissions == 0
  }
}
