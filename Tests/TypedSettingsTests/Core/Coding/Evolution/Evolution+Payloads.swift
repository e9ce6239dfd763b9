import Testing
import TypedSettings

private enum Figure: Codable, Equatable {
  case none
  case circle(radius: Double, label: String)
  case square(side: Double)
}

private struct Drawing: Codable, Equatable {
  var figure = Figure.circle(radius: 1, label: "L")
  var note = "n"
}

extension Evolution {
  /// The payload of a case is completed from the default only if the default is the same case.
  static let payloads: [Evolution] = [
    Evolution(
      "a payload field added", stored: ["figure": ["circle": ["radius": 2.0]], "note": "n"], default: Drawing(),
      reads: Drawing(figure: .circle(radius: 2, label: "L")), change: { $0.note = "o" },
      leaves: ["figure": ["circle": ["radius": 2.0, "label": "L"]], "note": "o"]),
    Evolution(
      "a payload field added at the root", stored: ["circle": ["radius": 2.0]],
      default: Figure.circle(radius: 1, label: "L"), reads: Figure.circle(radius: 2, label: "L"),
      change: { $0 = .circle(radius: 3, label: "M") }, leaves: ["circle": ["radius": 3.0, "label": "M"]]),
    Evolution(
      "a payload field added to a case that is not the default",
      stored: ["figure": ["circle": ["radius": 2.0]], "note": "n"], default: Drawing(figure: .square(side: 1)),
      reports: [["figure", "…"]], change: { $0.note = "o" },
      leaves: ["figure": ["circle": ["radius": 2.0]], "note": "o"]),
    Evolution(
      "another case than the default's", stored: ["figure": ["square": ["side": 2.0]], "note": "n"],
      default: Drawing(), reads: Drawing(figure: .square(side: 2)), change: { $0.figure = .none },
      leaves: ["figure": ["none": [:]], "note": "n"]),
    Evolution(
      "an unknown case", stored: ["figure": ["triangle": ["a": 1.0]], "note": "n"], default: Drawing(),
      reports: [["figure"]], change: { $0.note = "o" },
      leaves: ["figure": ["triangle": ["a": 1.0]], "note": "o"]),
    Evolution(
      "an unknown case that the user changes", stored: ["figure": ["triangle": ["a": 1.0]], "note": "n"],
      default: Drawing(), reports: [["figure"]], change: { $0.figure = .square(side: 3) },
      leaves: ["figure": ["square": ["side": 3.0]], "note": "n"]),
    Evolution(
      "an unknown payload field", stored: ["figure": ["square": ["side": 2.0, "old": 1]], "note": "n"],
      default: Drawing(), reads: Drawing(figure: .square(side: 2)), change: { $0.figure = .square(side: 3) },
      leaves: ["figure": ["square": ["side": 3.0, "old": 1]], "note": "n"]),
    Evolution(
      "an unknown payload field of a case that the user leaves",
      stored: ["figure": ["square": ["side": 2.0, "old": 1]], "note": "n"], default: Drawing(),
      reads: Drawing(figure: .square(side: 2)), change: { $0.figure = .none },
      leaves: ["figure": ["none": [:]], "note": "n"]),
  ]
}
