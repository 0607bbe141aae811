import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { itemsAt, type LocatedValue, memberAt, membersAt, textAt } from './json-path.js';
import type { FoundOperation } from './operations.js';
import { resolve, resolveMember, type SpecDocument } from './reader.js';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  /** Location: `path`, `query`, `header` or `cookie`. */
  in: string;
  isRequired: boolean;
  isDeprecated: boolean;
  description?: string;
  schema: LocatedValue;
  at: LocatedValue;
  /**
   * Serialization of lists and objects, such as `comma`, `repeated` or `deepObject`. Uses the name from OpenAPI 3 if it
   * has one.
   */
  style: string;
}

/** Names of header parameters that OpenAPI ignores. */
const ownHeaders = new Set(['accept', 'content-type', 'authorization']);

/**
 * Returns the parameters of an operation and of its path item. A parameter of the operation replaces the same parameter
 * of the path item. Excludes bodies (`requestBodyOf`).
 */
export function parametersOf(reader: SpecDocument, found: FoundOperation): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const at of listedParameters(reader, found)) {
    const parameter = readParameter(reader, at);
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** Returns all entries of `parameters`, including the bodies and form fields of Swagger 2.0. */
export function listedParameters(reader: SpecDocument, { item, operation }: FoundOperation): LocatedValue[] {
  return [item, operation].flatMap((one) =>
    itemsAt(memberAt(one, 'parameters')).map((parameter) => resolve(reader, parameter)),
  );
}

function readParameter(reader: SpecDocument, at: LocatedValue): Parameter | undefined {
  const { name, in: place, required, deprecated } = membersOrEmpty(at.value);
  if (typeof name !== 'string' || typeof place !== 'string' || place === 'body' || place === 'formData')
    return undefined;
  if (place === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  const description = textAt(at, 'description');
  return {
    name,
    in: place,
    isRequired: required === true || place === 'path',
    isDeprecated: deprecated === true,
    ...(description !== undefined && { description }),
    schema: schemaOf(reader, at),
    at,
    style: styleOf(at.value, place),
  };
}

/**
 * Returns the schema of a parameter: in Swagger 2.0 the parameter itself, otherwise its `schema`, or the schema of its
 * only media type.
 */
function schemaOf(reader: SpecDocument, at: LocatedValue): LocatedValue {
  if (reader.dialect === '2.0') return at;
  const own = memberAt(at, 'schema');
  if (own) return own;
  const [media] = membersAt(resolveMember(reader, at, 'content'));
  return (media && memberAt(media[1], 'schema')) ?? { value: {}, place: at.place };
}

const collectionStyles = new Map<Json, string>([
  ['csv', 'comma'],
  ['ssv', 'spaceDelimited'],
  ['tsv', 'tabDelimited'],
  ['pipes', 'pipeDelimited'],
  ['multi', 'repeated'],
]);

function styleOf(value: Json, place: string): string {
  const { style, explode, collectionFormat, type, content } = membersOrEmpty(value);
  if (content !== undefined) return 'content';
  if (type !== undefined || collectionFormat !== undefined)
    return collectionStyles.get(collectionFormat ?? 'csv') ?? 'comma';
  const own = typeof style === 'string' ? style : place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const isExploded = typeof explode === 'boolean' ? explode : own === 'form';
  if (own === 'deepObject') return own;
  if (own === 'form' || own.endsWith('Delimited')) return isExploded ? 'repeated' : own === 'form' ? 'comma' : own;
  return isExploded ? `${own} exploded` : own === 'simple' ? 'comma' : own;
}
