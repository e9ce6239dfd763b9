import Testing
import TypedSettings

/// Tests on a small stack: each needs an error before the stack overflows.
struct DepthTests {
  /// Returns the code of the error that an operation throws on a small stack.
  private func code<Result: Sendable>(
    of operation: @escaping @Sendable () throws -> Result
  ) throws -> SettingsError.Code? {
    try onSmallStack {
      do {
        _ = try operation()
        return nil
      } catch let error as SettingsError {
        return error.code
      }
    }
  }

  @Test(arguments: DescentRow.all) func `64 levels round-trip`(row: DescentRow) throws {
    let stored = try onSmallStack { try row.encode(SettingsValue.maximumDepth) }
    #expect(stored == row.tree(SettingsValue.maximumDepth))
    #expect(try onSmallStack { try row.decode(stored) } == SettingsValue.maximumDepth)
  }

  @Test(arguments: DescentRow.all, [65, 66, 1_000, 100_000])
  func `more than 64 levels are not encoded`(row: DescentRow, levels: Int) throws {
    #expect(try code { try row.encode(levels) } == .tooDeep)
  }

  @Test(arguments: DescentRow.all, [65, 66, 1_000])
  func `more than 64 levels are not decoded`(row: DescentRow, levels: Int) throws {
    let stored = row.tree(levels)
    #expect(try code { try row.decode(stored) } == .tooDeep)
  }

  @Test func `endlessly nested single values are not encoded`() throws {
    #expect(try code { try MigratingEncoder().encode(Descent.Wrappers(levels: 100_000)) } == .tooDeep)
  }

  @Test func `a type that decodes itself in the same place is not decoded`() throws {
    #expect(try code { _ = try MigratingDecoder().decode(Descent.Bottomless.self, from: 1) } == .tooDeep)
  }

  @Test(arguments: DescentRow.all)
  func `a stored value as a property counts with the levels above it`(row: DescentRow) throws {
    let (fitting, deep) = (row.tree(SettingsValue.maximumDepth - 1), row.tree(SettingsValue.maximumDepth))
    let tooDeep = row.tree(SettingsValue.maximumDepth + 1)
    #expect(try MigratingEncoder().encode(Boxed(content: fitting)) == ["content": fitting])
    #expect(try MigratingDecoder().decode(Boxed<SettingsValue>.self, from: ["content": fitting]).content == fitting)
    #expect(try code { try MigratingEncoder().encode(Boxed(content: deep)) } == .tooDeep)
    #expect(try code { try MigratingDecoder().decode(Boxed<SettingsValue>.self, from: ["content": deep]) } == .tooDeep)
    #expect(try code { try MigratingEncoder().encode(tooDeep) } == .tooDeep)
    #expect(try code { try MigratingDecoder().decode(SettingsValue.self, from: tooDeep) } == .tooDeep)
  }
}
