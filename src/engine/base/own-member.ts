/**
 * The member that an object itself has under a name from outside; undefined for a name that every object inherits, such as
 * `constructor`.
 */
export function ownMember<Value>(holder: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
