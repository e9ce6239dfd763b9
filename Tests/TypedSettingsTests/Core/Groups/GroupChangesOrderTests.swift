import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The order of a group's changes if notifications arrive in a different order than the commits.
struct GroupChangesOrderTests {
  private let settings = makeSettings(in: InMemorySettingsStore()) { KeyPathValuesTests.Settings() }

  private func makePoll() -> GroupChangesPoll { GroupChangesPoll(of: settings.allSettings, StreamSignal()) }

  /// Returns a description of the next change.
  private func next(of poll: GroupChangesPoll) async -> String? {
    guard let change = await poll.next(isolation: nil) else { return nil }
    return "\(change.name) \(change.newValue ?? .null)"
  }

  /// Changes a setting without notifying observers.
  private func stage(_ value: SettingsValue, for setting: SettingRecord<Int>) throws -> LiveValue.Staged {
    try #require(setting.link.live.stage(value, origin: .local))
  }

  @Test func `a change waits for an earlier one of another setting`() async throws {
    let poll = makePoll()
    let earlier = try stage(5, for: settings.second)
    settings.first.value = 7
    #expect(await next(of: poll) == nil)
    settings.first.value = 8
    earlier.notify()
    #expect(await next(of: poll) == "second 5")
    #expect(await next(of: poll) == "first 7")
    #expect(await next(of: poll) == "first 8")
    #expect(await next(of: poll) == nil)
  }

  @Test func `a loop wakes for the change that it waits for`() async throws {
    var iterator = settings.changes.makeAsyncIterator()
    let earlier = try stage(5, for: settings.second)
    settings.first.value = 7
    let notification = Task.detached { earlier.notify() }
    #expect(await iterator.next()?.name == "second")
    #expect(await iterator.next()?.name == "first")
    await notification.value
  }

  @Test func `no change waits for one made before the loop`() async throws {
    let earlier = try stage(5, for: settings.second)
    let poll = makePoll()
    settings.first.value = 7
    #expect(await next(of: poll) == "first 7")
    earlier.notify()
    #expect(await next(of: poll) == nil)
  }

  @Test func `no change waits for the notification of other observers`() async throws {
    let poll = makePoll()
    let earlier = try stage(5, for: settings.second)
    // The loop has received the change, and the notification hasn't returned yet.
    earlier.delivery?.run()
    settings.first.value = 7
    #expect(await next(of: poll) == "second 5")
    #expect(await next(of: poll) == "first 7")
  }

  @Test func `no change waits for a later one`() async throws {
    let poll = makePoll()
    settings.first.value = 7
    let later = try stage(5, for: settings.second)
    #expect(await next(of: poll) == "first 7")
    later.notify()
    #expect(await next(of: poll) == "second 5")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `changes arrive in commit order, whatever the order of the notifications`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let poll = makePoll()
    let records = [settings.first, settings.second, settings.nested.hours]
    var pending: [LiveValue.Staged] = []
    var newest: [String: SettingsValue] = [:]
    var received: [String: SettingsValue] = [:]
    var order: [Int] = []
    for step in 100..<200 {
      switch random.number(below: 3) {
      case 0:
        let record = records[random.number(below: records.count)]
        pending.append(try stage(.integer(Int64(step)), for: record))
        newest[record.key.name] = .integer(Int64(step))
      case 1:
        pending.shuffle(using: &random)
        pending.popLast()?.notify()
      default:
        guard let change = await poll.next(isolation: nil), case .integer(let value) = change.newValue else { continue }
        received[change.setting.key.name] = change.newValue
        order.append(Int(value))
      }
    }
    for staged in pending { staged.notify() }
    while let change = await poll.next(isolation: nil), case .integer(let value) = change.newValue {
      received[change.setting.key.name] = change.newValue
      order.append(Int(value))
    }
    #expect(order == order.sorted())
    #expect(received == newest)
  }

  @Test func `changes of several threads arrive in commit order`() async {
    let count = Int64(3_000)
    let counter = Counter(limit: count)
    let records = [settings.first, settings.second, settings.nested.hours]
    var iterator = settings.changes.makeAsyncIterator()
    let writers = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for (pauses, record) in records.enumerated() {
          group.addTask {
            while let staged = counter.stage(for: record) {
              for _ in 0..<pauses { await Task.yield() }
              staged.notify()
            }
          }
        }
      }
    }
    var order: [Int64] = []
    while order.last != count, case .integer(let value) = await iterator.next()?.newValue { order.append(value) }
    await writers.value
    #expect(order == order.sorted())
    #expect(order.last == count)
  }

  /// Sets settings to numbers that follow the order of the commits.
  private final class Counter: Sendable {
    private let last = LockedState<Int64>(0)
    private let limit: Int64

    init(limit: Int64) { self.limit = limit }

    func stage(for record: SettingRecord<Int>) -> LiveValue.Staged? {
      last.withLock { last in
        if last == limit { return nil }
        last += 1
        return record.link.live.stage(.integer(last), origin: .local)
      }
    }
  }
}
