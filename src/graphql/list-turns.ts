import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Line } from '../threads/line.js';
import type { Context } from './context.js';

/** Items of lists whose items wait for nobody: short lists within long ones are done with the item that they are in. */
const short = 10;

/**
 * Makes requests with many items give the event loop back: the items of their lists go on as the line of the request lets
 * them, and so does what is loaded for each (`store/loaders.ts`). Executors wait for items that are promises. The loaders
 * read when nobody waits in the line, so that what all items ask for is one batch still.
 */
export function resolveInTurns(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) if (isListOfObjects(field.type)) takeTurns(field);
  }
}

function takeTurns(field: GraphQLField<unknown, Context>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (...call) => {
    const value = resolve(...call);
    const { line } = call[2].loaders;
    return value instanceof Promise ? value.then((list) => inTurns(list, line)) : inTurns(value, line);
  };
}

/** The items of a list; those of one that is not short wait for their turn where the request has many. */
function inTurns(list: unknown, line: Line): unknown {
  if (!Array.isArray(list)) return list;
  line.count(list.length);
  return list.length <= short || !line.isLong() ? list : list.map(line.wait);
}

function isListOfObjects(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type));
}
