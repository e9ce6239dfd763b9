// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of the Objective-C runtime as Apple documents them, without behaviour; see .ci/apple-typecheck.

public typealias IMP = OpaquePointer
public typealias Method = OpaquePointer

@discardableResult
public func object_setClass(_ obj: Any?, _ cls: AnyClass) -> AnyClass? { fatalError() }
public func object_getClass(_ obj: Any?) -> AnyClass? { fatalError() }
public func objc_lookUpClass(_ name: UnsafePointer<CChar>) -> AnyClass? { fatalError() }
public func objc_registerClassPair(_ cls: AnyClass) { fatalError() }
public func objc_allocateClassPair(
  _ superclass: AnyClass?, _ name: UnsafePointer<CChar>, _ extraBytes: Int
) -> AnyClass? { fatalError() }

public func class_getInstanceMethod(_ cls: AnyClass?, _ name: Selector) -> Method? { fatalError() }
@discardableResult
public func class_addMethod(_ cls: AnyClass?, _ name: Selector, _ imp: IMP, _ types: UnsafePointer<CChar>?) -> Bool {
  fatalError()
}
public func imp_implementationWithBlock(_ block: Any) -> IMP { fatalError() }
public func sel_getName(_ sel: Selector) -> UnsafePointer<CChar> { fatalError() }
