import type { LocatedValue } from '../reading/json-path.js';
import type { MergedSchema } from '../reading/shape.js';
import { acceptsNull } from './compare-types.js';
import { type Comparison, type Schemas, type Side, schemasKey, shapeIn } from './comparison.js';

/** Maximum number of forms of one schema; further forms are ignored. */
const maxForms = 20_000;

/** Reports whether a schema is only a choice: it has no constraints except those of its variants. */
export function isChoice(shape: MergedSchema): boolean {
  const { types, variants, properties, values, items, additional, required, otherKeywords, bounds, format } = shape;
  const isObject =
    types === null || (types.has('object') && [...types].every((type) => type === 'object' || type === 'null'));
  const saysMore = properties.size > 0 || required.size > 0 || otherKeywords.size > 0 || bounds.size > 0;
  return (
    variants !== null && isObject && !saysMore && values === null && items === null && additional === true && !format
  );
}

/** Forms that a value may have, and whether null is accepted. */
export interface SchemaAlternatives {
  forms: Schemas[];
  takesNull: boolean;
}

/**
 * Returns the forms of a schema: its variants, with nested choices expanded. A schema without variants has one form per
 * type.
 */
export function alternativesOf(comparison: Comparison, side: Side, schemas: Schemas): SchemaAlternatives {
  const found: SchemaAlternatives = { forms: [], takesNull: false };
  const visitedKeys = new Set<string>();
  const open: Schemas[] = [schemas];
  for (let next = open.pop(); next && found.forms.length < maxForms; next = open.pop()) {
    const key = schemasKey(comparison, next);
    if (visitedKeys.has(key)) continue;
    visitedKeys.add(key);
    const shape = shapeIn(comparison, side, next);
    if (isChoice(shape)) {
      found.takesNull ||= shape.isNullable;
      const variants = shape.variants!.map((variant): Schemas => {
        const { types } = shapeIn(comparison, side, [variant]);
        return isWithin(types, shape.types) ? [variant] : [variant, schemaOfTypes([...shape.types!])];
      });
      open.push(...variants.reverse());
    } else {
      found.takesNull ||= acceptsNull(shape);
      found.forms.push(...splitByType(shape, next));
    }
  }
  return found;
}

/** Reports whether the enclosing schema accepts all `types`. */
function isWithin(types: MergedSchema['types'], around: MergedSchema['types']): boolean {
  return around === null || (types !== null && [...types].every((type) => around.has(type)));
}

function splitByType({ types }: MergedSchema, schemas: Schemas): Schemas[] {
  const all = [...(types ?? [])].filter((type) => type !== 'null');
  return all.length < 2 ? [schemas] : all.map((type) => [...schemas, schemaOfTypes([type])]);
}

/**
 * Schemas that contain only types. There is one object for each set of types, because keys of schemas depend on object
 * identity.
 */
const schemasByTypes = new Map<string, LocatedValue>();

function schemaOfTypes(types: string[]): LocatedValue {
  const key = types.sort().join();
  const schema = schemasByTypes.get(key) ?? { value: { type: types }, place: null };
  // The cache is limited, because documents may contain any number of type names.
  if (schemasByTypes.size < 100) schemasByTypes.set(key, schema);
  return schema;
}
