/** Creates an object from its values, which are in the order of its keys. */
export type ToObject = (values: readonly unknown[]) => Record<string, unknown>;

/**
 * Returns a function that turns values into an object with these keys, in their order. The function is compiled for the
 * keys, so V8 knows the shape of the object. This is several times as fast as setting one key after the other.
 */
export function toObject(keys: readonly string[]): ToObject {
  // A computed key, because a literal `__proto__` would set the prototype.
  const members = keys.map((key, index) => `[${JSON.stringify(key)}]: values[${index}]`);
  return new Function('values', `return { ${members.join(', ')} }`) as ToObject;
}

/** Like `toObject`, for objects with the given prototype, which must not have any of the keys. */
export function toObjectOf(prototype: object, keys: readonly string[]): ToObject {
  const lines = keys.map((key, index) => `this[${JSON.stringify(key)}] = values[${index}];`);
  const source = `function Made(values) { ${lines.join(' ')} }
    Made.prototype = prototype;
    return (values) => new Made(values);`;
  return new Function('prototype', source)(prototype) as ToObject;
}
