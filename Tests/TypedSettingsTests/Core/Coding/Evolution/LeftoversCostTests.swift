import Testing
import TypedSettings

@testable import TypedSettingsCore

struct LeftoversCostTests {
  @Test func `an insertion into a long array of nested values takes linear time`() {
    let shapes = (0..<5_000).map { ["circle": ["radius": .double(Double($0))]] as SettingsValue }
    var stored = shapes
    stored[7] = ["circle": ["radius": 7.0, "color": "red"]]
    let path: TreePath = [TreeStep(.element(7), isCollection: true), TreeStep(.key("circle"), isCollection: false)]
    let leftovers = Leftovers(tree: .array(stored), originals: [:], unknownNames: [path: ["color"]])
    let added: SettingsValue = ["circle": ["radius": -1.0]]
    let start = processorTime()
    let merge = leftovers.merged(into: .array([added] + shapes), read: .array(shapes), keepsUnknown: true)
    #expect(processorTime() - start < .seconds(isSanitized ? 10 : 2))
    #expect(merge.value == .array([added] + stored))
  }
}
