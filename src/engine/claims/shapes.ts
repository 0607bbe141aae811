import type { Value } from '../text/expressions/expression.js';
import type { ClaimSchema, ClaimSchemas, ClaimsSchema } from './claims-schema.js';

/** What is known of a value before there is one. */
export interface Shape {
  /** `nothing` is null or undefined; `anything` is not known. */
  kind: 'boolean' | 'text' | 'number' | 'list' | 'record' | 'nothing' | 'anything';
  /** The text itself. */
  literal?: string;
  /** The texts that it may be. */
  values?: readonly string[];
  /** What a list may have in it. */
  items?: readonly Shape[];
  /** Claims of a record by their names. */
  members?: Readonly<Record<string, Shape | ClaimSchema>>;
}

/** What nothing is known of. */
export const anything: Shape = { kind: 'anything' };

/** The shape of `visitor`. */
export function shapeOfRoot({ properties }: ClaimsSchema): Shape {
  return { kind: 'record', members: { claims: recordOf(properties) } };
}

/** The shape of a value that is written down. */
export function literalShape(value: Value): Shape {
  if (value === null || value === undefined) return { kind: 'nothing' };
  if (typeof value === 'string') return { kind: 'text', literal: value };
  return { kind: typeof value as 'boolean' | 'number' };
}

/** A member of a value; undefined where it never has one of that name. */
export function below(shape: Shape, name: string): Shape | undefined {
  const { kind, members, items } = shape;
  if (kind === 'anything' || kind === 'nothing') return anything;
  if (kind === 'record') return members && Object.hasOwn(members, name) ? shapeOfClaim(members[name]!) : undefined;
  if (kind !== 'text' && kind !== 'list') return undefined;
  if (name === 'length') return { kind: 'number' };
  if (!/^\d+$/.test(name)) return undefined;
  return kind === 'text' ? { kind: 'text' } : items?.length === 1 ? items[0] : anything;
}

/** What a shape is called in messages. */
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
      return recordOf(claim.properties);
  }
}

function recordOf(claims: ClaimSchemas): Shape {
  return { kind: 'record', members: claims };
}
