import { type GraphQLSchema, getNamedType, isCompositeType, isNonNullType, isObjectType } from 'graphql';
import type { AppError } from '../errors.js';
import { Missing } from '../store/loaders.js';
import type { Context } from './context.js';
import { goneSince } from './gone.js';

/**
 * Makes the objects in the payloads of mutations NOT_FOUND if they are gone or hidden when the payload is read: another
 * request may delete them after the commit, and a repeated request reads them long after. Guards run before this.
 */
export function requirePayloadObjects(schema: GraphQLSchema): void {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const payload of new Set(mutations.map(({ type }) => getNamedType(type)))) {
    if (!isObjectType(payload)) continue;
    for (const field of Object.values(payload.getFields())) {
      if (!isNonNullType(field.type) || !isCompositeType(getNamedType(field.type))) continue;
      const resolve = field.resolve!;
      field.resolve = (...call) =>
        present(
          () => resolve(...call),
          () => goneSince(call[2] as Context, field.name),
        );
    }
  }
}

async function present(resolve: () => unknown, gone: () => AppError): Promise<unknown> {
  try {
    const value = await resolve();
    if (value !== null) return value;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
  }
  throw gone();
}
