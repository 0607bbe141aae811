import { type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type LocatedValue, memberAt, membersAt, textAt } from './json-path.js';
import type { FoundOperation } from './operations.js';
import { listedParameters } from './parameters.js';
import { referenceOf, resolve, resolveMember, type SpecDocument } from './reader.js';

/** Schemas by media type, in the spelling of the document. */
export type Content = Map<string, LocatedValue>;

/** Request body. */
export interface Body {
  isRequired: boolean;
  /** Whether the body is in another document, so that its other members are unknown. */
  isOutside?: boolean;
  description?: string;
  content: Content;
  at: LocatedValue;
}

/** A response header. */
export interface Header {
  name: string;
  isRequired: boolean;
  /** Whether the header is in another document, so that its other members are unknown. */
  isOutside?: boolean;
  schema: LocatedValue;
}

/** A response. */
export interface Response {
  /** Status code, range or default, such as `200`, `2XX` or `default`. */
  status: string;
  /** Whether the response is in another document, so that its other members are unknown. */
  isOutside?: boolean;
  description?: string;
  content: Content;
  headers: Header[];
  at: LocatedValue;
}

/** Returns the request body of an operation; null if it has none. */
export function requestBodyOf(reader: SpecDocument, found: FoundOperation): Body | null {
  if (reader.dialect === '2.0') return swaggerBody(reader, found);
  const at = resolveMember(reader, found.operation, 'requestBody');
  if (!at) return null;
  const isRequired = membersOrEmpty(at.value).required === true;
  return {
    isRequired,
    isOutside: referenceOf(at) !== undefined,
    ...descriptionMember(at),
    content: openApiContent(reader, at),
    at,
  };
}

/** Returns the responses of an operation, in document order. */
export function responsesOf(reader: SpecDocument, { operation }: FoundOperation): Response[] {
  const all = membersAt(memberAt(operation, 'responses')).filter(([status]) => !status.startsWith('x-'));
  return all.map(([status, one]) => {
    const at = resolve(reader, one);
    const content = reader.dialect === '2.0' ? swaggerContent(reader, operation, at) : openApiContent(reader, at);
    return {
      status,
      isOutside: referenceOf(at) !== undefined,
      ...descriptionMember(at),
      content,
      headers: headersOf(reader, at),
      at,
    };
  });
}

function openApiContent(reader: SpecDocument, at: LocatedValue): Content {
  const all = membersAt(memberAt(at, 'content'));
  return new Map(all.map(([type, media]) => [type, mediaSchema(resolve(reader, media))]));
}

const listSchemas = new WeakMap<object, LocatedValue>();

/**
 * Returns the schema of a media type. `itemSchema` of OpenAPI 3.2, for sequences of items, is treated as the schema of
 * a list.
 */
function mediaSchema(at: LocatedValue): LocatedValue {
  // A media type in another document is compared by its reference, in the same way as a schema in another document.
  if (referenceOf(at) !== undefined) return at;
  const items = memberAt(at, 'itemSchema');
  if (!items || memberAt(at, 'schema') || typeof at.value !== 'object' || at.value === null) return schemaAt(at);
  const known = listSchemas.get(at.value);
  const list = known ?? { value: { type: 'array', items: items.value }, place: at.place };
  listSchemas.set(at.value, list);
  return list;
}

function schemaAt(at: LocatedValue): LocatedValue {
  return memberAt(at, 'schema') ?? { value: {}, place: at.place };
}

function headersOf(reader: SpecDocument, at: LocatedValue): Header[] {
  return membersAt(memberAt(at, 'headers')).map(([name, header]) => {
    const found = resolve(reader, header);
    const isRequired = membersOrEmpty(found.value).required === true;
    const isOutside = referenceOf(found) !== undefined;
    return { name, isRequired, isOutside, schema: reader.dialect === '2.0' ? found : schemaAt(found) };
  });
}

function swaggerBody(reader: SpecDocument, found: FoundOperation): Body | null {
  const listed = listedParameters(reader, found);
  const whole = listed.find(({ value }) => membersOrEmpty(value).in === 'body');
  const types = mediaTypes(reader, found.operation, 'consumes');
  if (whole) {
    const isRequired = membersOrEmpty(whole.value).required === true;
    return {
      isRequired,
      ...descriptionMember(whole),
      content: new Map(types.map((type) => [type, schemaAt(whole)])),
      at: whole,
    };
  }
  const fields = listed.filter(({ value }) => membersOrEmpty(value).in === 'formData');
  return fields.length > 0 ? formBody(found, fields, types) : null;
}

/** Converts form fields of Swagger 2.0 to the equivalent object schema of OpenAPI 3. */
function formBody({ operation }: FoundOperation, fields: readonly LocatedValue[], types: readonly string[]): Body {
  const all = fields.map(({ value }) => membersOrEmpty(value));
  const required = all.flatMap(({ required, name }): Json[] => (required === true ? [name!] : []));
  const properties: Members = Object.fromEntries(all.map((field) => [String(field.name), fieldSchema(field)]));
  const at: LocatedValue = {
    value: { type: 'object', properties, required },
    place: { up: operation.place, name: 'parameters' },
  };
  const forms = types.filter((type) => /form/i.test(type));
  const isFile = all.some(({ type }) => type === 'file');
  const contentTypes =
    forms.length > 0 ? forms : [isFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
  return { isRequired: required.length > 0, content: new Map(contentTypes.map((type) => [type, at])), at };
}

const parameterMembers = new Set(['name', 'in', 'required', 'collectionFormat']);

function fieldSchema(field: Members): Members {
  const schema = Object.fromEntries(Object.entries(field).filter(([name]) => !parameterMembers.has(name)));
  return schema.type === 'file' ? { ...schema, type: 'string', format: 'binary' } : schema;
}

function swaggerContent(reader: SpecDocument, operation: LocatedValue, at: LocatedValue): Content {
  const schema = memberAt(at, 'schema');
  return new Map(schema ? mediaTypes(reader, operation, 'produces').map((type) => [type, schema]) : []);
}

function mediaTypes(reader: SpecDocument, { value }: LocatedValue, name: 'consumes' | 'produces'): string[] {
  const given = membersOrEmpty(value)[name] ?? reader.members[name];
  const types = Array.isArray(given) ? given.filter((type) => typeof type === 'string') : [];
  return types.length > 0 ? types : ['application/json'];
}

function descriptionMember(at: LocatedValue): { description?: string } {
  const description = textAt(at, 'description');
  return description === undefined ? {} : { description };
}
