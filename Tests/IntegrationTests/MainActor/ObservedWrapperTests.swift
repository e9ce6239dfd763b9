import Observation
import Testing
import TypedSettings

struct IsolatedShare: ProjectingSettingWrapper {
  var wrappedValue: Double
  var projectedValue: Int {
    get { Int((wrappedValue * 100).rounded()) }
    set { wrappedValue = Double(newValue) / 100 }
  }

  static func makeWrapper(from value: Double, config: Void) -> IsolatedShare { IsolatedShare(wrappedValue: value) }
}

@Observable
final class IsolatedPlayer {
  @ObservedWrapper(Clamped<Int>.self, config: 0...100)
  @ObservationIgnored
  var percent: Int = 150

  @ObservedWrapper(Boxed<[Int]>.self) @ObservationIgnored
  var samples: [Int]

  @ObservedWrapper(IsolatedShare.self, projected: true) @ObservationIgnored
  var volume: Double = 0.5

  private(set) var changes = 0

  init(samples: [Int] = []) { self.samples = samples }

  /// Counts the changes of all properties from now on.
  func count() {
    withObservationTracking {
      _ = (percent, samples, volume)
    } onChange: {
      MainActor.assumeIsolated {
        self.changes += 1
        self.count()
      }
    }
  }
}

@MainActor @Observable
final class MainActorPlayer {
  @ObservedWrapper(Trimmed.self, projected: true) @ObservationIgnored
  private(set) var title: String = " Intro "

  func rename(to title: String) { self.title = title }
}

struct ObservedWrapperTests {
  @Test func `a class of the main actor has wrappers`() {
    let player = IsolatedPlayer(samples: [2])
    player.percent += 1
    player.samples.append(1)
    player.$volume = 70
    #expect(player.percent == 100)
    #expect(player.samples == [2, 1])
    #expect(player.volume == 0.7)
  }

  @Test func `a class that names its actor has wrappers`() {
    let player = MainActorPlayer()
    player.rename(to: " Coda ")
    #expect(player.title == "Coda")
    #expect(player.$title.wrappedValue == "Coda")
  }

  @Test func `observers are notified of each change once`() {
    let player = IsolatedPlayer(samples: [3, 2, 1])
    player.count()
    player.samples.append(0)
    #expect(player.changes == 1)
    player.samples.sort()
    #expect(player.changes == 2)
    player.percent = 7
    #expect(player.changes == 3)
    player.$volume += 1
    #expect(player.changes == 4)
  }
}
