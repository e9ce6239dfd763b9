import Testing
import TypedSettings

@Suite struct WrappedSettingTests {
  static let cases: [any AnyWrapperCase] = [
    WrapperCase<Clamped<Int>>(
      config: 0...100, declared: 150, initial: 100, raw: -7, settled: 0, edit: { $0 += 1 - 110 }, edited: 0),
    WrapperCase<Trimmed>(
      config: (), declared: " one\n", initial: "one", raw: "\t two ", settled: "two", edit: { $0 += " 1 " },
      edited: "one 1"),
    WrapperCase<TypedSettings.Boxed<[Int]>>(
      config: (), declared: [1], initial: [1], raw: [3, 2], settled: [3, 2], edit: { $0.append(5) }, edited: [1, 5]),
    WrapperCase<Transient<[String]>>(
      config: (), declared: ["a"], initial: ["a"], raw: ["b"], settled: ["b"],
      edit: { (list: inout [String]) in list.append("c") },
      edited: ["a", "c"]),
    WrapperCase<Uppercased>(
      config: (), declared: "one", initial: "ONE", raw: "two", settled: "TWO", edit: { $0 += "x" }, edited: "ONEX"),
  ]

  @Test(arguments: cases, WrapperEvent.allCases)
  func `every incoming value passes through the wrapper`(
    setting: any AnyWrapperCase, event: WrapperEvent
  ) throws {
    let outcome = try setting.outcome(of: event, isProjected: false)
    #expect(outcome == setting.expectedOutcome(of: event))
  }

  @Test(arguments: cases, WrapperEvent.allCases)
  func `every value of a projected setting passes through the wrapper`(
    setting: any AnyWrapperCase, event: WrapperEvent
  ) throws {
    let outcome = try setting.outcome(of: event, isProjected: true)
    #expect(outcome == setting.expectedOutcome(of: event))
  }

  @Test(arguments: cases)
  func `a projection can be read and written`(setting: any AnyWrapperCase) throws {
    #expect(try setting.projectionsAgree())
  }
}
