import type { GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import { restExtension } from '../../inputs/extensions.js';

// The envelope of lists in `/v1`: `{ items, next, count }`, from the fields of a connection.

/** Name of each member of the envelope, by the connection's field. Source: the contract of lists (docs/rest.md). */
export const listNames: Record<string, string | undefined> = { totalCount: 'count', pageInfo: 'next', nodes: 'items' };

/** Reports whether a type is a connection, which `/v1` prints as a list with `next` and `count`. */
export function isConnection(type: GraphQLObjectType | GraphQLInterfaceType): boolean {
  return restExtension(type).connection === true || type.getInterfaces().some(({ name }) => name === 'PagedList');
}
