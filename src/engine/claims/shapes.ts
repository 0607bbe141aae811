import type { Value } from '../text/expressions/expression.js';
import type { ClaimSchema, ClaimSchemas, ClaimsSchema } from './claims-schema.js';

/** Static type of an expression, as far as it is known. */
export interface Shape {
  /** `nothing` is null or undefined; `anything` is an unknown type. */
  kind: 'boolean' | 'text' | 'number' | 'list' | 'record' | 'nothing' | 'anything';
  /** Value of a literal text. */
  literal?: string;
  /** All texts that the value can have; absent if it can be any text. */
  values?: readonly string[];
  /** Shapes of the items of a list. */
  items?: readonly Shape[];
  /** Claims of a record by name. */
  members?: Readonly<Record<string, Shape | ClaimSchema>>;
}

/** Shape of an unknown value. */
export const unknownShape: Shape = { kind: 'anything' };

/** Returns the shape of `visitor`. */
export function shapeOfRoot({ properties }: ClaimsSchema): Shape {
  return { kind: 'record', members: { claims: recordShape(properties) } };
}

/** Returns the shape of a literal. */
export function literalShape(value: Value): Shape {
  if (value === null || value === undefined) return { kind: 'nothing' };
  if (typeof value === 'string') return { kind: 'text', literal: value };
  return { kind: typeof value as 'boolean' | 'number' };
}

/** Returns the shape of a member; undefined if values of this shape never have it. */
export function shapeOfMember(shape: Shape, name: string): Shape | undefined {
  const { kind, members, items } = shape;
  if (kind === 'anything' || kind === 'nothing') return unknownShape;
  if (kind === 'record') return members && Object.hasOwn(members, name) ? shapeOfClaim(members[name]!) : undefined;
  if (kind !== 'text' && kind !== 'list') return undefined;
  if (name === 'length') return { kind: 'number' };
  if (!/^\d+$/.test(name)) return undefined;
  return kind === 'text' ? { kind: 'text' } : items?.length === 1 ? items[0] : unknownShape;
}

/** Returns the name of a shape's kind for messages. */
export function kindOfShape({ kind }: Shape): string {
  return names[kind];
}

const names: Readonly<Record<Shape['kind'], string>> = {
  boolean: 'a yes or no',
  text: 'text',
  number: 'a number',
  list: 'a list',
  record: 'a record',
  nothing: 'nothing',
  anything: 'anything',
};

function shapeOfClaim(claim: Shape | ClaimSchema): Shape {
  if (!('type' in claim)) return claim;
  switch (claim.type) {
    case 'boolean':
    case 'number':
      return { kind: claim.type };
    case 'string':
      return { kind: 'text', ...(claim.enum && { values: claim.enum }) };
    case 'array':
      return { kind: 'list', items: [shapeOfClaim(claim.items)] };
    case 'object':
      return recordShape(claim.properties);
  }
}

function recordShape(claims: ClaimSchemas): Shape {
  return { kind: 'record', members: claims };
}
