import type { GraphQLSchema } from 'graphql';
import type { Context } from '../execution/context.js';

/**
 * Makes each mutation field clear the request's loaders when it ends, because its action has changed objects that they
 * cache.
 */
export function clearLoadersAfterMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve!;
    field.resolve = async (...call) => {
      const result = await resolve(...call);
      (call[2] as Context).loaders.clearAll();
      return result;
    };
  }
}
