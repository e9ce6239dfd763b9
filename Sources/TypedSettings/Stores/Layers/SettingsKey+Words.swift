extension SettingsKey {
  /// The words of the name, as people divide it: `TimerSettingsSessionLength` has four, `enableHTTP2Push` three.
  ///
  /// A word begins where a capital follows something else, and at the last of several capitals in a row if a small letter
  /// follows it. What is neither letter nor digit divides words and belongs to none.
  var words: [Substring] {
    var words: [Substring] = []
    var start: String.Index?
    var previous: Character?
    for index in name.indices {
      let character = name[index]
      guard character.isLetter || character.isNumber else {
        if let begin = start { words.append(name[begin..<index]) }
        (start, previous) = (nil, nil)
        continue
      }
      if let begin = start, let previous, character.isUppercase {
        let next = name.index(after: index)
        let isFollowedBySmall = next < name.endIndex && name[next].isLowercase
        if !previous.isUppercase || isFollowedBySmall {
          words.append(name[begin..<index])
          start = index
        }
      }
      if start == nil { start = index }
      previous = character
    }
    if let start { words.append(name[start...]) }
    return words
  }
}
