import TypedSettings

#if canImport(Combine)
  import Combine
#elseif OpenCombine
  import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// A subscriber that records its input, with a configurable demand.
  final class Collector<Input: Sendable>: Subscriber {
    typealias Failure = Never

    private(set) var values: [Input] = []
    private(set) var completions = 0
    private(set) var subscription: (any Subscription)?
    private let keepsSubscription: Bool
    private let initialDemand: Subscribers.Demand
    private let answer: (Collector, Input) -> Subscribers.Demand

    init(
      demanding initialDemand: Subscribers.Demand = .none, keepingSubscription keepsSubscription: Bool = true,
      answer: @escaping (Collector, Input) -> Subscribers.Demand = { _, _ in .none }
    ) {
      self.initialDemand = initialDemand
      self.keepsSubscription = keepsSubscription
      self.answer = answer
    }

    func receive(subscription: any Subscription) {
      if keepsSubscription { self.subscription = subscription }
      if initialDemand > 0 { subscription.request(initialDemand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      values.append(input)
      return answer(self, input)
    }

    func receive(completion: Subscribers.Completion<Never>) { completions += 1 }

    func request(_ count: Int) { subscription?.request(.max(count)) }

    func cancel() {
      subscription?.cancel()
      subscription = nil
    }
  }
#endif
