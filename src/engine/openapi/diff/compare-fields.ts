import { membersOrEmpty } from '../../base/members.js';
import type { Header } from '../reading/bodies.js';
import type { FoundOperation } from '../reading/operations.js';
import { type Parameter, parametersOf } from '../reading/parameters.js';
import { includesType, mergeSchemas } from '../reading/shape.js';
import { compareMetadata } from './compare-metadata.js';
import type { OperationPair } from './compare-operation.js';
import type { Comparison } from './comparison.js';
import type { Direction } from './detail.js';
import { breaking, type Finding, nonBreaking, schemaFindings } from './finding.js';
import { compareDeprecation, removalBreaks } from './lifecycle.js';
import { spendWork } from './work-budget.js';

/** A parameter or a header. */
interface Field extends Pick<Header, 'isRequired' | 'schema'> {
  at: string;
  isOutside?: boolean;
  parameter?: Parameter;
}

type Fields = ReadonlyMap<string, Field>;

interface BothFields {
  before: Fields;
  after: Fields;
  direction: Direction;
  noun: 'parameter' | 'header';
  /** Whether other documents define some of the fields. A missing field may be one of these. */
  arePartial?: boolean;
}

/** Returns the differences between the parameters of an operation. */
export function compareParameters(
  comparison: Comparison,
  { before, after, ...more }: Pick<BothFields, 'direction' | 'arePartial'> & OperationPair,
): Finding[] {
  return compareFields(comparison, {
    before: parameterFields(comparison.before, before),
    after: parameterFields(comparison.after, after),
    ...more,
    noun: 'parameter',
  });
}

/** Returns the differences between the headers of a response. */
export function compareHeaders(
  comparison: Comparison,
  at: string,
  { before, after, direction }: { before: Header[]; after: Header[]; direction: Direction },
): Finding[] {
  const fields = (headers: Header[]): Fields =>
    new Map(headers.map((header) => [header.name.toLowerCase(), { ...header, at: `${at} header ${header.name}` }]));
  return compareFields(comparison, { before: fields(before), after: fields(after), direction, noun: 'header' });
}

/**
 * Header names are case-insensitive. Path parameters are matched by position in the path, because callers do not send
 * their names.
 */
function parameterFields({ reader }: Comparison['before'], found: FoundOperation): Fields {
  const inPath = [...found.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);
  const parameterKey = ({ name, in: place }: Parameter): string => {
    if (place === 'path' && inPath.includes(name)) return `path ${inPath.indexOf(name)}`;
    return place === 'header' ? `header ${name.toLowerCase()}` : `${place} named ${name}`;
  };
  return new Map(
    parametersOf(reader, found).map((parameter) => {
      const { name, in: place, isRequired, schema } = parameter;
      return [parameterKey(parameter), { at: `${place} ${name}`, isRequired, schema, parameter }];
    }),
  );
}

function compareFields(comparison: Comparison, { before, after, direction, noun, arePartial }: BothFields): Finding[] {
  const found: Finding[] = [];
  if (!spendWork(comparison.work, before.size + after.size)) return found;
  for (const [key, one] of before) {
    const other = after.get(key);
    if (!other && arePartial) continue;
    const isBreaking = !one.parameter || removalBreaks(membersOrEmpty(one.parameter.at.value), comparison.today);
    if (!other) found.push({ at: one.at, message: `the ${noun} was removed`, isBreaking });
    else if (!one.isOutside && !other.isOutside)
      found.push(...compareField(comparison, { one, other, direction, noun }));
  }
  for (const [key, { at, isRequired }] of after) {
    if (before.has(key) || arePartial) continue;
    const message = `the ${isRequired ? 'required' : 'optional'} ${noun} was added`;
    found.push(isRequired && direction === 'sent' ? breaking(at, message) : nonBreaking(at, message));
  }
  return found;
}

interface Pair {
  one: Field;
  other: Field;
  direction: Direction;
  noun: string;
}

function compareField(comparison: Comparison, { one, other, direction, noun }: Pair): Finding[] {
  const { at } = other;
  const found: Finding[] = [];
  if (one.isRequired !== other.isRequired) {
    const [message, hurt] = other.isRequired
      ? [`the ${noun} might be absent and is required now`, 'sent']
      : [`the ${noun} was required and may be absent now`, 'got'];
    found.push({ at, message, isBreaking: direction === hurt });
  }
  if (one.parameter && other.parameter)
    found.push(...compareWriting(comparison, { one, other, direction, noun }, [one.parameter, other.parameter]));
  return [...found, ...schemaFindings(comparison, at, { before: one.schema, after: other.schema, direction })];
}

/**
 * Compares the serialization and the description of a parameter. Primitive values are serialized in the same way in
 * every style.
 */
function compareWriting(
  comparison: Comparison,
  { one, other }: Pair,
  [before, after]: [before: Parameter, after: Parameter],
): Finding[] {
  const { at } = other;
  const found: Finding[] = [];
  if (before.style !== after.style && (isLong(comparison.before, one) || isLong(comparison.after, other)))
    found.push(breaking(at, `the style was ${before.style} and is ${after.style}`));
  const [was, is] = [membersOrEmpty(before.at.value), membersOrEmpty(after.at.value)];
  found.push(...compareDeprecation(was, is, comparison.today).map((verdict) => ({ at, ...verdict })));
  if (was.allowReserved === true && is.allowReserved !== true)
    found.push(breaking(at, 'reserved signs were taken as they are and must be encoded now'));
  // In Swagger 2.0 the parameter itself is a schema, so `compareSchemaMetadata` reports its description.
  const isSchema = before.at === before.schema || after.at === after.schema;
  const texts = isSchema ? [] : compareMetadata(['description'], before.at, after.at);
  return [...found, ...texts.map((text) => ({ at, ...text }))];
}

function isLong({ reader }: Comparison['before'], { schema, parameter }: Field): boolean {
  const { types } = mergeSchemas(reader, [schema]);
  return parameter?.style === 'content' || includesType(types, 'array') || includesType(types, 'object');
}
