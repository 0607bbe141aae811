import { isMembers, type Members } from '../../base/members.js';
import { itemsAt, type Located, memberAt } from './place.js';
import { followed, type Reader, referenceOf } from './reader.js';

/** A schema that stands elsewhere, under a name or as a part of something. */
export interface SchemaReference {
  target: Located;
  /** Null may stand in its place. */
  isNullable: boolean;
}

/** Schemas that one consists of, at most; what is behind them is left out. */
export const maxParts = 500;

/** Words beside a reference that say nothing of what a value may be. */
const beside = new Set(
  '$ref description summary title deprecated example examples default externalDocs nullable x-nullable readOnly writeOnly'.split(
    ' ',
  ),
);

/** All schemas that a value must follow at once: what references and `allOf` lead to, each once. */
export function partsOf(reader: Reader, schemas: readonly Located[]): Located[] {
  const parts = new Map<unknown, Located>();
  const open = [...schemas].reverse();
  while (open.length > 0 && parts.size < maxParts) {
    const schema = open.pop()!;
    if (parts.has(schema.value)) continue;
    if (referenceOf(schema) === undefined || hasOwnWords(reader, schema)) parts.set(schema.value, schema);
    const target = followed(reader, schema);
    if (target !== schema) open.push(target);
    else if (!parts.has(schema.value)) parts.set(schema.value, schema);
    open.push(...allOf(schema).reverse());
  }
  return [...parts.values()];
}

/**
 * What a schema refers to, where it is nothing else than a reference: `$ref`, alone in `allOf`, or with null beside it.
 * Undefined for any other.
 */
export function asReference(reader: Reader, schema: Located): SchemaReference | undefined {
  if (!isMembers(schema.value)) return undefined;
  if (referenceOf(schema) !== undefined) {
    const target = followed(reader, schema);
    return target === schema || hasOwnWords(reader, schema) ? undefined : { target, isNullable: false };
  }
  const names = Object.keys(schema.value).filter((name) => !beside.has(name) && !name.startsWith('x-'));
  if (names.length !== 1 || !/^(allOf|oneOf|anyOf)$/.test(names[0]!)) return undefined;
  const all = itemsAt(memberAt(schema, names[0]!));
  const others = names[0] === 'allOf' ? all : all.filter((one) => !isNull(one));
  const target = others.length === 1 && referenceOf(others[0]!) !== undefined && followed(reader, others[0]!);
  if (!target || target === others[0]) return undefined;
  return { target, isNullable: others.length < all.length || mayBeNull(schema.value) };
}

/** Whether a schema is of null alone. */
export function isNull({ value }: Located): boolean {
  return (
    isMembers(value) &&
    (value.type === 'null' || (Array.isArray(value.enum) && value.enum.every((one) => one === null)))
  );
}

/** Whether a schema says that null may stand in its place, in the words of OpenAPI 3.0 and before. */
export function mayBeNull(schema: Members): boolean {
  return schema.nullable === true || schema['x-nullable'] === true;
}

/** The name that a schema has in its document; undefined where it has none. */
export function nameOf({ place }: Located): string | undefined {
  const [at, outer, outermost] = [place, place?.up, place?.up?.up];
  if (outer?.name === 'definitions' && !outermost) return at!.name;
  return outer?.name === 'schemas' && outermost?.name === 'components' && !outermost.up ? at!.name : undefined;
}

/** From OpenAPI 3.1 on, what stands beside a reference counts too. */
function hasOwnWords({ dialect }: Reader, { value }: Located): boolean {
  return (
    dialect === '3.1' &&
    isMembers(value) &&
    Object.keys(value).some((name) => !beside.has(name) && !name.startsWith('x-'))
  );
}

function allOf(schema: Located): Located[] {
  return itemsAt(memberAt(schema, 'allOf'));
}
