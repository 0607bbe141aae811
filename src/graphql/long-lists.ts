import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { takeTurns } from '../threads/turns.js';

/**
 * Extension of a field whose list may have tens of thousands of items, which are resolved {@link inTurns}. What asks for it
 * is never compiled: compiled code resolves a list in one piece, and waits for no items.
 */
export const longList = { longList: true };

/** Items that are resolved together. */
const together = 100;

/** The items of a long list, for graphql-js to resolve in as many turns of the event loop as that takes. */
export function inTurns<Item>(items: readonly Item[]): (Item | Promise<Item>)[] {
  let turn = Promise.resolve();
  return items.map((item, index) => {
    if (index < together) return item;
    if (index % together === 0) turn = turn.then(takeTurns);
    return turn.then(() => item);
  });
}

/** Whether a valid document asks for a long list anywhere. */
export function asksForLongLists(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  const look = (): void => {
    if (types.getFieldDef()?.extensions.longList === true) found = true;
  };
  visit(document, visitWithTypeInfo(types, { Field: look }));
  return found;
}
