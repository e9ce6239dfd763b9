import Testing
import TypedSettings

@testable import TypedSettingsFiles

@Suite struct FailuresTests {
  private func half(of number: Int) throws(SettingsError) -> Int {
    if number % 2 == 1 { throw SettingsError(.invalid, found: "an odd number", advice: "double it") }
    return number / 2
  }

  @Test func `a failure is a missing result`() {
    #expect(nilOnFailure { try half(of: 4) } == 2)
    #expect(nilOnFailure { try half(of: 3) } == nil)
  }

  @Test func `a missing result and a failure are the same`() {
    let results = [4, 6, 7].map { number in
      nilOnFailure { () throws(SettingsError) in
        let half = try half(of: number)
        return half == 2 ? nil : half
      }
    }
    #expect(results == [nil, 3, nil])
  }

  @Test func `an ignored failure ends the closure`() {
    let log = Log<Int>()
    for number in 1...3 {
      ignoringFailure {
        _ = try half(of: number)
        log.append(number)
      }
    }
    #expect(log.elements == [2])
  }

  @Test func `a closure succeeds if it does not throw`() {
    #expect([1, 2, 3].map { number in succeeds { try half(of: number) } } == [false, true, false])
  }

  @Test func `only a missing file is a missing result`() throws {
    func open(_ obstacle: FileSystemError.Obstacle) throws(FileSystemError) -> Int? {
      try nilIfMissing { () throws(FileSystemError) in throw FileSystemError("open a file", obstacle) }
    }
    #expect(try open(.missing) == nil)
    #expect(throws: FileSystemError("open a file", .notPermitted)) { try open(.notPermitted) }
  }
}
