import { isMembers, type Members } from '../base/members.js';
import { ContentError, type Json } from '../base/types.js';
import { isForbidden } from '../text/expressions/vocabulary.js';
import { type ClaimsSchema, schemaLimits } from './claims-schema.js';

/**
 * Checks a claims schema against the documented structure and its limits: 64 KiB, 500 claims, 10 levels of nesting, and
 * 1,000 enum values. Also refuses JavaScript names that give access to more than plain data.
 * @throws ContentError naming the JSON pointer, the rule and the value
 */
export function checkSchema(given: Json): ClaimsSchema {
  const at: Place = { pointer: '', depth: 0, counts: { claims: 0, values: 0 } };
  const bytes = Buffer.byteLength(JSON.stringify(given));
  if (bytes > schemaLimits.bytes) refuse(at, `be at most ${schemaLimits.bytes} bytes`, `${bytes}`);
  const schema = membersAt(at, given, {
    required: ['type', 'properties', 'additionalProperties'],
    optional: ['$schema'],
  });
  if (schema.$schema !== undefined) checkOneOf(placeBelow(at, '$schema'), schema.$schema, [draft]);
  checkOneOf(placeBelow(at, 'type'), schema.type, ['object']);
  checkOneOf(placeBelow(at, 'additionalProperties'), schema.additionalProperties, [false]);
  checkClaims(placeBelow(at, 'properties'), schema.properties, checkRootClaim);
  return schema as unknown as ClaimsSchema;
}

const draft = 'http://json-schema.org/draft-07/schema#';

/** Position in the schema that is being checked. */
interface Place {
  /** JSON pointer from the root of the schema. */
  pointer: string;
  /** Number of nested claims from the root to this claim, including it. */
  depth: number;
  /** Counts over the whole schema, shared by all positions. */
  counts: { claims: number; values: number };
}

type Check = (at: Place, value: Json | undefined) => void;

function placeBelow(at: Place, name: string | number): Place {
  const step = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
  return { ...at, pointer: `${at.pointer}/${step}` };
}

function checkClaims(at: Place, value: Json | undefined, check: Check): void {
  if (!isMembers(value)) refuse(at, 'be an object', formatValue(value));
  const depth = at.depth + 1;
  for (const [name, claim] of Object.entries(value)) {
    const place = { ...placeBelow(at, name), depth };
    if (isForbidden(name)) refuse(place, 'not have this name', formatValue(name));
    if (depth > schemaLimits.depth) refuse(place, `nest at most ${schemaLimits.depth} claims`, `${depth}`);
    place.counts.claims += 1;
    if (place.counts.claims > schemaLimits.claims) refuse(place, `have at most ${schemaLimits.claims} claims`, 'more');
    check(place, claim);
  }
}

function checkRootClaim(at: Place, claim: Json | undefined): void {
  if (at.pointer === '/properties/unsigned') checkUnsigned(at, claim);
  else checkClaim(at, claim);
}

/** Checks the claim `unsigned`. The REST API allows additional members only in this object. */
function checkUnsigned(at: Place, claim: Json | undefined): void {
  const required = ['type', 'description', 'properties', 'additionalProperties'];
  const members = membersAt(at, claim, { required, optional: 'any' });
  checkOneOf(placeBelow(at, 'type'), members.type, ['object']);
  checkOneOf(placeBelow(at, 'description'), members.description, ['Unsigned claims of the site visitor.']);
  kinds.object!.check(at, members);
}

interface Kind {
  /** Names of the members that a claim of this kind must have in addition to `type` and `description`. */
  required: readonly string[];
  also: readonly string[];
  check(at: Place, claim: Members): void;
}

const scalarKind: Kind = { required: [], also: [], check: () => {} };

const primitives: Readonly<Record<string, Kind>> = {
  boolean: scalarKind,
  string: { ...scalarKind, also: ['enum'], check: checkEnum },
  number: scalarKind,
};

const kinds: Readonly<Record<string, Kind>> = {
  ...primitives,
  array: {
    required: ['items'],
    also: [],
    check: (at, { items }) => checkKind(primitives, placeBelow(at, 'items'), items),
  },
  object: {
    required: ['properties', 'additionalProperties'],
    also: [],
    check(at, { properties, additionalProperties }) {
      checkOneOf(placeBelow(at, 'additionalProperties'), additionalProperties, [false]);
      checkClaims(placeBelow(at, 'properties'), properties, checkClaim);
    },
  },
};

function checkClaim(at: Place, claim: Json | undefined): void {
  checkKind(kinds, at, claim);
}

function checkKind(known: Readonly<Record<string, Kind>>, at: Place, claim: Json | undefined): void {
  const { type } = membersAt(at, claim, { required: ['type'], optional: 'any' });
  checkOneOf(placeBelow(at, 'type'), type, Object.keys(known));
  const { required, also, check } = known[type as string]!;
  const members = membersAt(at, claim, { required: ['type', 'description', ...required], optional: also });
  if (typeof members.description !== 'string')
    refuse(placeBelow(at, 'description'), 'be a string', formatValue(members.description));
  check(at, members);
}

function checkEnum(at: Place, { enum: values }: Members): void {
  if (values === undefined) return;
  const place = placeBelow(at, 'enum');
  if (!Array.isArray(values)) refuse(place, 'be an array', formatValue(values));
  at.counts.values += values.length;
  if (at.counts.values > schemaLimits.values)
    refuse(place, `have at most ${schemaLimits.values} values in enums`, 'more');
  for (const [index, value] of values.entries())
    if (typeof value !== 'string') refuse(placeBelow(place, index), 'be a string', formatValue(value));
}

interface MemberRule {
  required: readonly string[];
  optional: readonly string[] | 'any';
}

/** Returns the members of an object, after checking that all required ones exist and no unknown ones do. */
function membersAt(at: Place, value: Json | undefined, { required, optional: also }: MemberRule): Members {
  if (!isMembers(value)) refuse(at, 'be an object', formatValue(value));
  for (const name of required) if (!Object.hasOwn(value, name)) refuse(placeBelow(at, name), 'be there', 'nothing');
  if (also === 'any') return value;
  for (const name of Object.keys(value))
    if (!required.includes(name) && !also.includes(name))
      refuse(placeBelow(at, name), 'not be there: the member is unknown', formatValue(value[name]));
  return value;
}

function checkOneOf(at: Place, value: Json | undefined, allowed: readonly Json[]): void {
  if (allowed.includes(value as Json)) return;
  const values = allowed.map(formatValue).join(', ');
  refuse(at, allowed.length === 1 ? `be ${values}` : `be one of ${values}`, formatValue(value));
}

function refuse({ pointer }: Place, rule: string, got: string): never {
  const what = pointer === '' ? '`jsonSchema`' : `\`jsonSchema\` at \`${pointer}\``;
  throw new ContentError(`${what} must ${rule} (got ${got})`, `jsonSchema${pointer}`);
}

/** Formats a value as JSON for a message, with at most 60 characters. */
function formatValue(value: Json | undefined): string {
  const characters = [...(JSON.stringify(value) ?? 'nothing').slice(0, 240)];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}
