import { membersOrEmpty } from '../../base/members.js';
import type { LocatedValue } from '../reading/json-path.js';
import { resolve, type SpecDocument } from '../reading/reader.js';
import { asReference, schemaNameOf } from '../reading/schema-parts.js';
import { type MergedSchema, mergeSchemas } from '../reading/shape.js';

/** Maximum nesting depth of types to show. */
const maxDepth = 4;

const maxVariants = 8;

/**
 * Returns the displayed type of schemas that apply together, such as `string<uuid>`, `array of Pet`, `Dog or Cat` or
 * `map of integer or null`.
 */
export function typeText(reader: SpecDocument, schemas: readonly LocatedValue[], depth = 0): string {
  const reference = schemas.length === 1 ? asReference(reader, schemas[0]!) : undefined;
  const shape = mergeSchemas(reader, reference ? [reference.target] : schemas);
  const text = nameFor(reference?.target ?? schemas[0]!, shape) ?? plainText(reader, shape, depth);
  const isNullable = reference?.isNullable || shape.isNullable || shape.types?.has('null');
  return isNullable && text !== 'null' ? `${text} or null` : text;
}

/** Returns the label of a variant: its name, its title or its type. */
export function variantLabel(reader: SpecDocument, schema: LocatedValue): string {
  const target = resolve(reader, schema);
  const title = membersOrEmpty(target.value).title;
  return (
    schemaNameOf(target) ??
    (typeof title === 'string' ? title.slice(0, 100).toWellFormed() : typeText(reader, [schema]))
  );
}

/**
 * Returns the name of a schema. Returns undefined for a primitive type, because readers learn more from the type than
 * from the name.
 */
function nameFor(schema: LocatedValue, { types, variants, properties }: MergedSchema): string | undefined {
  const isPlain = !variants && properties.size === 0 && types !== null && !types.has('object') && !types.has('array');
  return isPlain ? undefined : schemaNameOf(schema)?.slice(0, 100).toWellFormed();
}

function plainText(reader: SpecDocument, shape: MergedSchema, depth: number): string {
  const { types, variants } = shape;
  if (depth > maxDepth) return 'object';
  if (variants && (types === null || types.size === 0 || shape.properties.size === 0)) {
    const all = new Set(variants.slice(0, maxVariants).map((one) => typeText(reader, [one], depth + 1)));
    return [...all, ...(variants.length > maxVariants ? ['…'] : [])].join(' or ');
  }
  if (types === null) return 'any';
  const named = [...types].filter((type) => type !== 'null').map((type) => oneText(reader, { shape, type, depth }));
  return named.slice(0, maxVariants).join(' or ') || 'null';
}

function oneText(
  reader: SpecDocument,
  { shape, type, depth }: { shape: MergedSchema; type: string; depth: number },
): string {
  const { format, items, additional, properties } = shape;
  if (type === 'array') return items ? `array of ${typeText(reader, items, depth + 1)}` : 'array';
  if (type === 'object') {
    return Array.isArray(additional) && properties.size === 0
      ? `map of ${typeText(reader, additional, depth + 1)}`
      : 'object';
  }
  const name = type.slice(0, 50).toWellFormed();
  return format === null ? name : `${name}<${format.slice(0, 50).toWellFormed()}>`;
}
