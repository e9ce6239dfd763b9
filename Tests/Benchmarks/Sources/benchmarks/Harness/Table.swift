/// One line of the table.
struct Row {
  let name: String
  let minimum: Double
  let median: Double
  let reference: String?
  let targets: [Target]

  init(name: String, samples: [Double], reference: String? = nil, targets: [Target] = []) {
    let sorted = samples.sorted()
    self.name = name
    minimum = sorted.first ?? .nan
    median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    self.reference = reference
    self.targets = targets
  }
}

/// The rows of one comparison, as text.
struct Table {
  let title: String
  let unit: String
  let rows: [Row]

  func print() {
    Swift.print(line(title, ["\(unit) min", "\(unit) median", "ratio"], "target"))
    for row in rows { Swift.print(text(of: row)) }
    Swift.print()
  }

  private func text(of row: Row) -> String {
    // Ratios compare the minimum times, because disturbances only ever add to a time.
    let reference = rows.first { $0.name == row.reference }
    let ratio = reference.map { row.minimum / $0.minimum }
    let verdicts = row.targets.map { verdict(on: $0, amount: row.minimum, ratio: ratio) }
    return line(
      "  \(row.name)", [decimal(row.minimum, 1), decimal(row.median, 1), ratio.map { decimal($0, 2) + "x" } ?? "-"],
      (verdicts + [note(on: row)]).filter { !$0.isEmpty }.joined(separator: "; "))
  }

  /// The reference of the ratio, if it isn't the default one.
  private func note(on row: Row) -> String {
    guard let reference = row.reference, reference != "@Observable", reference != row.name else { return "" }
    return "ratio to \(reference)"
  }

  private func verdict(on target: Target, amount: Double, ratio: Double?) -> String {
    switch target {
    case .ratio(let limit): "at most \(decimal(limit, 2))x: \(ratio ?? .infinity <= limit ? "ok" : "over")"
    case .amount(let limit): "at most \(decimal(limit, 0)) \(unit): \(amount <= limit ? "ok" : "over")"
    }
  }

  private func line(_ name: String, _ figures: [String], _ rest: String) -> String {
    let columns = figures.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 58 - name.count)) + columns.joined()
      + (rest.isEmpty ? "" : "  " + rest)
  }

  private func decimal(_ number: Double, _ places: Int) -> String {
    guard number.isFinite else { return "-" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let fraction = String(scaled % scale + scale).dropFirst()
    return places == 0 ? "\(scaled)" : "\(scaled / scale).\(fraction)"
  }
}
