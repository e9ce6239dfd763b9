import Combine

// Checks the Combine declarations on their own, without the library.
final class Observed: ObservableObject {
  @Published var count = 0
  private let subject = CurrentValueSubject<Int, Never>(0)
  private var cancellables: Set<AnyCancellable> = []

  func observe() {
    subject.dropFirst().removeDuplicates().map { $0 + 1 }.eraseToAnyPublisher().sink { [weak self] in self?.count = $0 }
      .store(in: &cancellables)
    subject.assign(to: \.count, on: self).store(in: &cancellables)
    objectWillChange.send()
  }
}
