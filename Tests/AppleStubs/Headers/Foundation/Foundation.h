// A substitute for Foundation's header where it is missing, so that a compiler can read the output of ObjectiveCHeader.
// It declares only the names that such a header can use, as Foundation declares them.

#ifndef FOUNDATION_STUB_h
#define FOUNDATION_STUB_h

#include <stdbool.h>
#include <stdint.h>

typedef bool BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)

#define nil ((id)0)
#define Nil ((Class)0)
#ifndef NULL
#define NULL ((void *)0)
#endif
#define TRUE 1
#define FALSE 0

typedef long NSInteger;
typedef unsigned long NSUInteger;

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")

NS_ASSUME_NONNULL_BEGIN

@class NSString;

@protocol NSObject
@property (readonly) NSUInteger hash;
@property (readonly) Class superclass;
@property (readonly, copy) NSString *description;
- (BOOL)isEqual:(nullable id)object;
- (Class)class;
- (instancetype)self;
- (BOOL)isProxy;
- (BOOL)respondsToSelector:(SEL)selector;
@end

@protocol NSCopying
- (id)copyWithZone:(nullable void *)zone;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
+ (instancetype)new;
+ (instancetype)alloc;
- (id)copy;
- (id)mutableCopy;
- (nullable id)valueForKey:(NSString *)key;
- (void)setValue:(nullable id)value forKey:(NSString *)key;
@end

@interface NSString : NSObject <NSCopying>
@end

@interface NSNumber : NSObject <NSCopying>
@end

@interface NSDecimalNumber : NSNumber
@end

@interface NSData : NSObject <NSCopying>
@end

@interface NSDate : NSObject <NSCopying>
@end

@interface NSURL : NSObject <NSCopying>
@end

@interface NSUUID : NSObject <NSCopying>
@end

@interface NSArray<__covariant ObjectType> : NSObject <NSCopying>
@end

@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying>
@end

NS_ASSUME_NONNULL_END

#endif
