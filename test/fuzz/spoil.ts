import fc from 'fast-check';
import { oddTexts } from './texts.js';

/** Values that are invalid nearly everywhere. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom<unknown>(
    { __proto: 1 },
    own('__proto__', 1),
    own('constructor', { prototype: {} }),
    own('', ''),
    own('\ud800', 1),
  ),
  fc.constantFrom(nested(30), nested(70), new Array(300).fill('x'), new Array(300).fill({})),
  fc.jsonValue({ maxDepth: 3 }),
);

const oddNames = [
  'unknown',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'ID',
  '\ud800',
  'x'.repeat(2000),
];

/**
 * One change of a value. `at` is the index of the position to change among all positions in the value; `how` is the
 * kind
 * of change.
 */
export interface Mutation {
  at: number;
  how: 'replace' | 'remove' | 'add' | 'wrap' | 'double' | 'text';
  name: string;
  value: unknown;
}

/** Generates changes of a value. */
export const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 200 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'double', 'text'),
  name: fc.constantFrom(...oddNames),
  value: oddValues,
});

/** Returns a copy of a value with one change; the value itself is not modified. */
export function mutate(value: unknown, { at, ...how }: Mutation): unknown {
  const places = placesIn(value);
  const [path, last] = split(places[at % places.length]!);
  return changed(value, path, (holder) => changedMember(holder, last, how));
}

type Path = (string | number)[];
type How = Omit<Mutation, 'at'>;

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length > 20) return [path];
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) => placesIn((value as Record<string, unknown>)[key], [...path, key]));
  return [path, ...inner];
}

function split(path: Path): [Path, string | number | undefined] {
  return [path.slice(0, -1), path.at(-1)];
}

function changed(value: unknown, [first, ...rest]: Path, change: (holder: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  const inner = changed((value as Record<string, unknown>)[first], rest, change);
  return withMember(value, first, inner);
}

function changedMember(holder: unknown, key: string | number | undefined, how: How): unknown {
  if (key === undefined) return spoiled(holder, how);
  if (how.how === 'remove') return withoutMember(holder, key);
  return withMember(holder, key, spoiled((holder as Record<string, unknown>)[key], how));
}

function spoiled(value: unknown, { how, name, value: other }: How): unknown {
  if (how === 'wrap') return [value];
  if (how === 'double') return Array.isArray(value) ? [...value, ...value] : [value, value];
  if (how === 'text') return typeof value === 'string' ? Number(value) : JSON.stringify(value);
  if (how !== 'add' || typeof value !== 'object' || value === null) return other;
  return Array.isArray(value) ? [...value, other] : withMember(value, name, other);
}

/** Returns a copy with a member. Spreading would set the prototype for the key `__proto__`; this creates a member. */
function withMember(holder: unknown, key: string | number, value: unknown): unknown {
  if (Array.isArray(holder)) return holder.map((one, index) => (index === key ? value : one));
  const entries = Object.entries(holder as object).filter(([name]) => name !== key);
  return Object.fromEntries([...entries, [key, value]]);
}

function withoutMember(holder: unknown, key: string | number): unknown {
  if (Array.isArray(holder)) return holder.filter((_, index) => index !== key);
  return Object.fromEntries(Object.entries(holder as object).filter(([name]) => name !== key));
}

function own(name: string, value: unknown): object {
  return Object.fromEntries([[name, value]]);
}

function nested(depth: number): unknown {
  return JSON.parse(`${'[1,'.repeat(depth)}2${']'.repeat(depth)}`);
}
