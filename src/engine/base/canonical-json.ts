/**
 * Writes a value as JSON with sorted keys and without absent members, so that equal values give equal text.
 * In: anything JSON can say, with `undefined` members; they are left out. Order is by UTF-16 code units.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = definedMembers(value);
  members.sort(([left], [right]) => compareCodeUnits(left, right));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/** Orders strings by their UTF-16 code units; unlike `localeCompare` it is the same on every machine. */
export function compareCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether two JSON values are equal; absent members and `undefined` ones are alike. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return equalLists(left, right);
  const [members, others] = [definedMembers(left), definedMembers(right)];
  // Own members only: an object without `constructor` inherits one.
  return (
    members.length === others.length &&
    members.every(([key, member]) => Object.hasOwn(right, key) && equalJson(member, right[key as never]))
  );
}

function equalLists(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item, index) => equalJson(item, right[index]));
}

function definedMembers(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
