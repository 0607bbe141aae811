import { canonicalJson } from '../../base/canonical-json.js';
import { isMembers, type Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { acceptsEverything } from '../reading/accepts-everything.js';
import { itemsAt, type LocatedValue, memberAt, membersAt } from '../reading/json-path.js';
import { referenceOf } from '../reading/reader.js';
import { mayBeNull } from '../reading/schema-parts.js';
import { type Comparison, type Schemas, type Side, shapeIn } from './comparison.js';
import { spendWork } from './work-budget.js';

/** Whether a value satisfies schemas; `unknown` if the schemas have keywords that this code does not evaluate. */
type ValidationResult = 'yes' | 'no' | 'unknown';

/** Schemas of one of the two compared documents. */
export interface Constraint {
  side: Side;
  schemas: Schemas;
}

/** Maximum nesting depth of values. */
const maxLevels = 8;

/** Input of a check. */
export interface Checking {
  comparison: Comparison;
  /** Patterns and formats that a text is assumed to match, as encoded by `assumption`. */
  assumed: ReadonlySet<string>;
  /** Nesting level of the checked value; 0 if absent. */
  level?: number;
}

/** Encodes the assumption that a text matches a pattern or a format. */
export function assumption(text: string, keyword: 'pattern' | 'format', value: string): string {
  return `${keyword} ${value}\n${text}`;
}

/** Checks a value against schemas that apply together. */
export function validateValue(checking: Checking, { side, schemas }: Constraint, value: Json): ValidationResult {
  const { comparison, level = 0 } = checking;
  if (level > maxLevels || !spendWork(comparison.overlapBudget, 1)) return 'unknown';
  const inner = (one: LocatedValue | undefined, child: Json): ValidationResult =>
    one ? validateValue({ ...checking, level: level + 1 }, { side, schemas: [one] }, child) : 'yes';
  const { parts } = shapeIn(comparison, side, schemas);
  return allOfResults(parts.map((part) => validatePart({ checking, part, inner }, value)));
}

interface PartCheck {
  checking: Checking;
  part: LocatedValue;
  inner: (one: LocatedValue | undefined, value: Json) => ValidationResult;
}

function validatePart(check: PartCheck, value: Json): ValidationResult {
  const { part } = check;
  if (!isMembers(part.value)) return part.value === false ? 'no' : 'yes';
  const schema = part.value;
  if (value === null && mayBeNull(schema)) return 'yes';
  if (!hasType(schema, value) || !isListed(schema, value)) return 'no';
  // If a part is only a reference, its target is in another document. Otherwise the target is a part of its own.
  const isOutside = referenceOf(part) !== undefined && Object.keys(schema).length === 1;
  const unevaluated = isOutside || unevaluatedWords.some((word) => schema[word] !== undefined);
  return allOfResults([
    unevaluated ? 'unknown' : 'yes',
    validateByType(check, schema, value),
    variantsFit(check, schema, value),
  ]);
}

const unevaluatedWords =
  'not if prefixItems contains propertyNames dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems patternProperties'.split(
    ' ',
  );

function hasType({ type }: Members, value: Json): boolean {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.length === 0 || types.includes(own) || (Number.isInteger(value) && types.includes('integer'));
}

function isListed(schema: Members, value: Json): boolean {
  const own = canonicalJson(value);
  if (schema.const !== undefined && canonicalJson(schema.const) !== own) return false;
  return !Array.isArray(schema.enum) || schema.enum.some((one) => canonicalJson(one) === own);
}

function validateByType(check: PartCheck, schema: Members, value: Json): ValidationResult {
  if (typeof value === 'string') return textFits(check, schema, value);
  if (typeof value === 'number') return numberFits(schema, value) ? 'yes' : 'no';
  if (Array.isArray(value)) {
    if (!isWithin(schema, 'Items', value.length)) return 'no';
    if (schema.uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length) return 'no';
    const items = memberAt(check.part, 'items');
    return allOfResults(value.map((item) => check.inner(items, item)));
  }
  return isMembers(value) ? objectFits(check, schema, value) : 'yes';
}

function isWithin(schema: Members, noun: string, size: number): boolean {
  const [least, most] = [schema[`min${noun}`], schema[`max${noun}`]];
  return !(typeof least === 'number' && size < least) && !(typeof most === 'number' && size > most);
}

function textFits({ checking: { assumed } }: PartCheck, schema: Members, value: string): ValidationResult {
  if (!isWithin(schema, 'Length', value.length)) return 'no';
  const { pattern, format } = schema;
  const isUnknown = (keyword: 'pattern' | 'format', one: Json | undefined) =>
    typeof one === 'string' && !assumed.has(assumption(value, keyword, one));
  return (isUnknown('pattern', pattern) && !acceptsEverything(pattern)) || isUnknown('format', format)
    ? 'unknown'
    : 'yes';
}

function numberFits(schema: Members, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (typeof minimum === 'number' && (value < minimum || (above === true && value === minimum))) return false;
  if (typeof maximum === 'number' && (value > maximum || (below === true && value === maximum))) return false;
  if (typeof above === 'number' && value <= above) return false;
  if (typeof below === 'number' && value >= below) return false;
  return typeof multipleOf !== 'number' || Number.isInteger(value / multipleOf);
}

function objectFits({ part, inner }: PartCheck, schema: Members, value: Members): ValidationResult {
  if (!isWithin(schema, 'Properties', Object.keys(value).length)) return 'no';
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = new Map(membersAt(memberAt(part, 'properties')));
  if (required.some((name) => typeof name === 'string' && !Object.hasOwn(value, name))) return 'no';
  const additional = memberAt(part, 'additionalProperties');
  return allOfResults(Object.entries(value).map(([name, member]) => inner(properties.get(name) ?? additional, member)));
}

/**
 * Checks a value against the variants of a schema. If there is a discriminator, `oneOf` is checked like `anyOf`,
 * because the discriminator selects the variant.
 */
function variantsFit({ part, inner }: PartCheck, schema: Members, value: Json): ValidationResult {
  const fitsOf = (name: string) => itemsAt(memberAt(part, name)).map((variant) => inner(variant, value));
  const [one, any] = [fitsOf('oneOf'), fitsOf('anyOf')];
  const isExact = schema.discriminator === undefined;
  if (isExact && one.filter((fit) => fit === 'yes').length > 1) return 'no';
  const mayBeMore = isExact && one.includes('yes') && one.includes('unknown');
  return allOfResults([anyOfResults(one), anyOfResults(any), mayBeMore ? 'unknown' : 'yes']);
}

function anyOfResults(fit: readonly ValidationResult[]): ValidationResult {
  if (fit.length === 0 || fit.includes('yes')) return 'yes';
  return fit.includes('unknown') ? 'unknown' : 'no';
}

function allOfResults(fit: readonly ValidationResult[]): ValidationResult {
  if (fit.includes('no')) return 'no';
  return fit.includes('unknown') ? 'unknown' : 'yes';
}
