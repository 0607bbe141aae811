import { canonicalJson, equalJson } from '../canonical-json.js';
import type { Members } from '../members.js';
import type { Json } from '../types.js';
import { resolved, schemaName, schemasOf } from './resolve.js';
import { boundNames, hasValue, type Shape, shapeOf } from './schema-shape.js';

/** Who sends a value: what is taken more narrowly breaks requests, what is given more widely breaks who reads answers. */
export type Direction = 'request' | 'response';

/** One difference. */
export interface Detail {
  /** Where it is: `query limit`, `response 200 application/json /owner`. */
  at: string;
  message: string;
  isBreaking: boolean;
}

/** Two documents that are compared, and what is known of their named schemas already. */
export interface Comparison {
  from: Members;
  to: Members;
  /** What was found of named schemas, by direction and name. */
  known: Map<string, Found[]>;
}

/** A schema that both documents name. */
interface Mention {
  name: string;
  direction: Direction;
}

/** A difference, or the mention of a schema that may have some. */
export interface Found extends Detail {
  mentions?: Mention;
}

/** So deep are schemas compared that have no name. */
const mostLevels = 20;

/** What of two schemas is compared. */
interface Pair {
  before: Json | undefined;
  after: Json | undefined;
  direction: Direction;
  at: string;
}

/**
 * The differences of two schemas. Of one that both name the same there is but a mention, whether it changed or not: what became of
 * it is told by `settle`, for schemas may have one another in a circle.
 */
export function compareSchemas(comparison: Comparison, pair: Pair, level = 0): Found[] {
  const { before, after, direction, at } = pair;
  const name = schemaName(before);
  if (name !== null && name === schemaName(after))
    return [{ at, message: `the schema ${name} changed`, isBreaking: false, mentions: { name, direction } }];
  if (level > mostLevels || equalInPlace(pair)) return [];
  const shapes = { one: shapeOf(comparison.from, before), other: shapeOf(comparison.to, after) };
  return [...ownDetails(shapes, pair), ...memberDetails(comparison, shapes, { ...pair, level })];
}

/** What was found of the schemas of one name, worked out once for a direction. */
export function compareNamed(comparison: Comparison, name: string, direction: Direction): Found[] {
  const key = `${direction} ${name}`;
  const known = comparison.known.get(key);
  if (known) return known;
  const [before, after] = [schemasOf(comparison.from)[name], schemasOf(comparison.to)[name]];
  const isThere = before !== undefined && after !== undefined;
  const plain = [resolved(comparison.from, before), resolved(comparison.to, after)] as const;
  const found = isThere ? compareSchemas(comparison, { before: plain[0], after: plain[1], direction, at: '' }) : [];
  comparison.known.set(key, found);
  return found;
}

/** What was found, with what became of the schemas that it mentions; mentions of those that did not change are left out. */
export function settle(comparison: Comparison, found: readonly Found[]): Detail[] {
  return found.flatMap(({ mentions, ...detail }): Detail[] => {
    if (!mentions) return [detail];
    const within = reached(comparison, mentions);
    return within.length === 0 ? [] : [{ ...detail, isBreaking: within.some(({ isBreaking }) => isBreaking) }];
  });
}

/** All differences of a named schema and of those that it leads to. */
function reached(comparison: Comparison, start: Mention): Detail[] {
  const seen = new Set<string>();
  const open = [start];
  const details: Detail[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next.name)) continue;
    seen.add(next.name);
    for (const { mentions, ...detail } of compareNamed(comparison, next.name, next.direction)) {
      if (mentions) open.push(mentions);
      else details.push(detail);
    }
  }
  return details;
}

/** Equal texts mean the same where they refer to nothing. */
function equalInPlace({ before, after }: Pair): boolean {
  return equalJson(before, after) && !canonicalJson(before ?? null).includes('"$ref"');
}

interface Shapes {
  one: Shape;
  other: Shape;
}

/** What a value may be, itself. A request breaks where less is taken, an answer where more is given. */
function ownDetails({ one, other }: Shapes, { direction, at }: Pair): Detail[] {
  const isRequest = direction === 'request';
  const details: Detail[] = [];
  const tell = (message: string, isNarrower: boolean, isWider: boolean): void => {
    details.push({ at, message, isBreaking: isRequest ? isNarrower : isWider });
  };
  const [lost, gained] = [typesOnlyIn(one, other), typesOnlyIn(other, one)];
  if (lost || gained)
    tell(
      `the type was ${namesOf(one)} and is ${namesOf(other)}`,
      lost || one.types.length === 0,
      gained || other.types.length === 0,
    );
  if (one.format !== other.format && !(lost || gained))
    tell(
      `the format was ${one.format ?? 'not given'} and is ${other.format ?? 'not given'}`,
      other.format !== null,
      one.format !== null,
    );
  if (one.pattern !== other.pattern)
    tell(
      `the pattern was ${one.pattern ?? 'not given'} and is ${other.pattern ?? 'not given'}`,
      other.pattern !== null,
      false,
    );
  tellValues({ one, other }, tell);
  for (const [name, narrow] of Object.entries(boundNames)) {
    const [before, after] = [one.bounds.get(name), other.bounds.get(name)];
    if (before === after) continue;
    const isNarrower =
      after !== undefined && (before === undefined || (narrow === 'larger' ? after > before : after < before));
    tell(`${name} was ${before ?? 'not given'} and is ${after ?? 'not given'}`, isNarrower, false);
  }
  return details;
}

type Tell = (message: string, isNarrower: boolean, isWider: boolean) => void;

/** New values of an answer are told and break nobody: whoever reads a list of values expects that it grows. */
function tellValues({ one, other }: Shapes, tell: Tell): void {
  const [before, after] = [one.values, other.values];
  const lost = (before ?? []).filter((value) => after !== null && !hasValue(after, value));
  const gained = (after ?? []).filter((value) => before !== null && !hasValue(before, value));
  if (lost.length > 0) tell(`${shown(lost)} is no longer a value`, true, false);
  if (gained.length > 0) tell(`${shown(gained)} is a new value`, false, false);
  if (before === null && after !== null) tell(`only ${shown(after)} is a value`, true, false);
  if (before !== null && after === null) tell('any value may stand here', false, true);
}

function memberDetails(
  comparison: Comparison,
  { one, other }: Shapes,
  { direction, at, level }: Pair & { level: number },
): Found[] {
  const isRequest = direction === 'request';
  const details: Found[] = [];
  for (const [name, before] of one.properties) {
    const here = `${at}/${name}`;
    const after = other.properties.get(name);
    if (after === undefined) {
      details.push({ at: here, message: 'the property was removed', isBreaking: !isRequest });
      continue;
    }
    const [was, is] = [one.required.has(name), other.required.has(name)];
    if (was !== is)
      details.push({
        at: here,
        message: is ? 'the property is required now' : 'the property may be absent now',
        isBreaking: isRequest ? is : was,
      });
    details.push(...compareSchemas(comparison, { before, after, direction, at: here }, level + 1));
  }
  for (const name of other.properties.keys()) {
    if (one.properties.has(name)) continue;
    const isRequired = other.required.has(name);
    const message = `the ${isRequired ? 'required' : 'optional'} property was added`;
    details.push({ at: `${at}/${name}`, message, isBreaking: isRequest && isRequired });
  }
  if (one.items !== undefined && other.items !== undefined)
    details.push(
      ...compareSchemas(comparison, { before: one.items, after: other.items, direction, at: `${at}/[]` }, level + 1),
    );
  return [...details, ...variantDetails(comparison, { one, other }, { direction, at })];
}

/** Variants are known by their names, or by what they are. Those that both have by one name are compared. */
function variantDetails(
  comparison: Comparison,
  { one, other }: Shapes,
  { direction, at }: Pick<Pair, 'direction' | 'at'>,
): Found[] {
  const keyOf = (variant: Json): string => schemaName(variant) ?? canonicalJson(variant);
  const [before, after] = [one, other].map(
    ({ variants }) => new Map(variants.map((variant) => [keyOf(variant), variant])),
  );
  const details: Found[] = [];
  for (const [key, variant] of before!) {
    const same = after!.get(key);
    if (same !== undefined)
      details.push(...compareSchemas(comparison, { before: variant, after: same, direction, at }, mostLevels));
    else if (after!.size > 0)
      details.push({ at, message: `the variant ${named(variant)} was removed`, isBreaking: direction === 'request' });
  }
  for (const [key, variant] of after!)
    if (!before!.has(key) && before!.size > 0)
      details.push({ at, message: `the variant ${named(variant)} was added`, isBreaking: direction === 'response' });
  return details;
}

function named(variant: Json): string {
  return schemaName(variant) ?? 'without a name';
}

/** Whether a shape has a type that another has not; a shape without types has all. */
function typesOnlyIn({ types }: Shape, { types: others }: Shape): boolean {
  if (others.length === 0) return false;
  if (types.length === 0) return true;
  return types.some((type) => !others.includes(type) && !(type === 'integer' && others.includes('number')));
}

function namesOf({ types }: Shape): string {
  return types.length === 0 ? 'any' : types.join(' or ');
}

function shown(values: readonly Json[]): string {
  const some = values.slice(0, 5).map((value) => JSON.stringify(value));
  return values.length > 5 ? `${some.join(', ')} …` : some.join(', ');
}
