import { Kind, print, separateOperations } from 'graphql';
import { type RestDocument, readDocuments, type StoredOperations } from './documents.js';
import { assertDistinct, type Route, readRoutes } from './routes.js';

/** One endpoint: its route, and the text of its operation. The text is parsed on the first call. */
export interface TableRow {
  tag: string | undefined;
  /** The comment above the operation. */
  comment: string | undefined;
  route: Route;
  /** The operation in GraphQL, with the directives of this engine. */
  text: string;
  /** Names of the fragments that it uses, directly or through other fragments. */
  fragments: string[];
}

/** Stored operations as JSON data. The build writes them, and a server reads them when it starts. */
export interface OperationTable {
  operations: TableRow[];
  /** Text of every fragment, by name. */
  fragments: Record<string, string>;
}

/**
 * Creates the operation table from documents.
 * @param documents texts, with or without a name
 * @throws Error that names the operation and its fault: no name, a malformed route, or the route of another operation
 */
export function createOperationTable(documents: readonly (string | RestDocument)[]): OperationTable {
  return createTableOfStored(readDocuments(documents));
}

/** Creates the operation table from parsed documents. */
export function createTableOfStored({ operations, fragments }: StoredOperations): OperationTable {
  const routes = operations.map(({ node }) => withOperationName(node.name?.value, () => readRoutes(node)));
  // Separates all operations in one call, because `separateOperations` visits all fragments on each call.
  const definitions = [...operations.map(({ node }) => node), ...fragments];
  const whole = separateOperations({ kind: Kind.DOCUMENT, definitions });
  const rows = operations.flatMap(({ node, tag, comment }, index): TableRow[] => {
    const used = whole[node.name!.value]!.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    const names = used.map(({ name }) => name.value);
    return routes[index]!.map((route) => ({ tag, comment, route, text: print(node), fragments: names }));
  });
  assertDistinct(rows.map(({ route }) => route));
  return { operations: rows, fragments: Object.fromEntries(fragments.map((one) => [one.name.value, print(one)])) };
}

/** Runs a function for an operation. The messages of its errors begin with the operation's name. */
export function withOperationName<Result>(id: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(id && !message.startsWith(`${id}:`) ? `${id}: ${message}` : message, { cause: error });
  }
}
