import { GraphQLList, GraphQLNonNull, GraphQLScalarType, getNamedType, isScalarType } from 'graphql';
import type { BodyItems, PreparedItem } from '../../../platform/workers/prepared-items.js';
import { restExtension } from '../../inputs/extensions.js';
import type { RestVariable } from '../documents/variables.js';
import { inputCompiler } from './inputs.js';
import { compileValue } from './requests.js';

/**
 * Task of a worker thread: prepares a large body that is a list of a scalar. The scalar names the module that prepares
 * the items (`BodyItems`).
 */
export interface BodyTask {
  /** Path of the module relative to `src`, without extension. */
  module: string;
  /** Name of the list in error messages. */
  field: string;
  /** The scalar of the items. */
  scalar: GraphQLScalarType;
}

/** Returns the worker task for a body with these variables; undefined if the worker only has to parse the body. */
export function bodyTaskOf(variables: readonly RestVariable[]): BodyTask | undefined {
  const body = variables.find(({ place }) => place === 'whole-body');
  const scalar = body && getNamedType(body.type);
  const module = isScalarType(scalar) ? restExtension(scalar).prepared : undefined;
  return module === undefined ? undefined : { module, field: body!.wireName, scalar: scalar as GraphQLScalarType };
}

/**
 * Checks and prepares the items of a body: a list of a scalar, or one item.
 * @param field name of the list in messages
 * @throws BAD_USER_INPUT with the same messages as for a small body, because the same code checks both
 */
export function prepareItems<Item>(body: unknown, field: string, items: BodyItems<Item>): PreparedItem[] {
  const { name, schema } = items.scalar;
  const scalar = new GraphQLScalarType({ name, extensions: { rest: { schema } } });
  const type = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(scalar)));
  const read = compileValue({ type, place: 'whole-body', rules: {}, nullable: false }, inputCompiler());
  return (read(body, field) as Item[]).map((item, index) => items.prepare(item, `${field}[${index}]`));
}
