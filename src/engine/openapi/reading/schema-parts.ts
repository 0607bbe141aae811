import { isMembers, type Members } from '../../base/members.js';
import { itemsAt, type LocatedValue, memberAt } from './json-path.js';
import { referenceOf, resolve, type SpecDocument } from './reader.js';

/** A reference to another schema. */
export interface SchemaReference {
  target: LocatedValue;
  /** Whether null is accepted instead of the target. */
  isNullable: boolean;
}

/** Maximum number of schemas that are merged into one; further schemas are ignored. */
export const maxParts = 500;

/** Members next to a reference that do not restrict values. */
const annotationKeywords = new Set(
  '$ref description summary title deprecated example examples default externalDocs nullable x-nullable readOnly writeOnly'.split(
    ' ',
  ),
);

/** Returns all schemas that a value must satisfy: the given ones, and the targets of `$ref` and `allOf`, each once. */
export function applicableSchemas(reader: SpecDocument, schemas: readonly LocatedValue[]): LocatedValue[] {
  const parts = new Map<unknown, LocatedValue>();
  const open = [...schemas].reverse();
  while (open.length > 0 && parts.size < maxParts) {
    const schema = open.pop()!;
    if (parts.has(schema.value)) continue;
    if (referenceOf(schema) === undefined || hasConstraints(reader, schema)) parts.set(schema.value, schema);
    const target = resolve(reader, schema);
    if (target !== schema) open.push(target);
    else if (!parts.has(schema.value)) parts.set(schema.value, schema);
    open.push(...allOf(schema).reverse());
  }
  return [...parts.values()];
}

/**
 * Returns the target of a schema that is only a reference: a `$ref`, a single reference in `allOf`, or a reference
 * combined with null. Returns undefined for any other schema.
 */
export function asReference(reader: SpecDocument, schema: LocatedValue): SchemaReference | undefined {
  if (!isMembers(schema.value)) return undefined;
  if (referenceOf(schema) !== undefined) {
    const target = resolve(reader, schema);
    return target === schema || hasConstraints(reader, schema) ? undefined : { target, isNullable: false };
  }
  const names = Object.keys(schema.value).filter((name) => !annotationKeywords.has(name) && !name.startsWith('x-'));
  if (names.length !== 1 || !/^(allOf|oneOf|anyOf)$/.test(names[0]!)) return undefined;
  const all = itemsAt(memberAt(schema, names[0]!));
  const nonNullSchemas = names[0] === 'allOf' ? all : all.filter((one) => !isNull(one));
  const target =
    nonNullSchemas.length === 1 && referenceOf(nonNullSchemas[0]!) !== undefined && resolve(reader, nonNullSchemas[0]!);
  if (!target || target === nonNullSchemas[0]) return undefined;
  return { target, isNullable: nonNullSchemas.length < all.length || mayBeNull(schema.value) };
}

/** Reports whether a schema accepts only null. */
export function isNull({ value }: LocatedValue): boolean {
  return (
    isMembers(value) &&
    (value.type === 'null' || (Array.isArray(value.enum) && value.enum.every((one) => one === null)))
  );
}

/** Reports whether a schema accepts null, in the syntax of OpenAPI 3.0 and earlier. */
export function mayBeNull(schema: Members): boolean {
  return schema.nullable === true || schema['x-nullable'] === true;
}

/** Returns the name of a schema in its document; undefined if it has none. */
export function schemaNameOf({ place }: LocatedValue): string | undefined {
  const [at, outer, outermost] = [place, place?.up, place?.up?.up];
  if (outer?.name === 'definitions' && !outermost) return at!.name;
  return outer?.name === 'schemas' && outermost?.name === 'components' && !outermost.up ? at!.name : undefined;
}

/** Reports whether a schema itself has constraints. From OpenAPI 3.1 on, members next to a reference also count. */
function hasConstraints({ dialect }: SpecDocument, { value }: LocatedValue): boolean {
  return (
    dialect === '3.1' &&
    isMembers(value) &&
    Object.keys(value).some((name) => !annotationKeywords.has(name) && !name.startsWith('x-'))
  );
}

function allOf(schema: LocatedValue): LocatedValue[] {
  return itemsAt(memberAt(schema, 'allOf'));
}
