/// The sequences that decode their elements one by one from an array of nothing else.
protocol ElementSequence {}

extension Array: ElementSequence {}
extension ContiguousArray: ElementSequence {}
extension Set: ElementSequence {}
