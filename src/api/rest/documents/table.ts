import { Kind, print, separateOperations } from 'graphql';
import { type RestDocument, readDocuments, type StoredOperations } from './documents.js';
import { assertDistinct, type Route, routesOf } from './routes.js';

/** One endpoint: its route, and the text of its operation, which is parsed when it is first called. */
export interface TableRow {
  tag: string | undefined;
  /** The comment above the operation. */
  comment: string | undefined;
  route: Route;
  /** The operation in GraphQL, with our directives. */
  text: string;
  /** Names of the fragments that it uses, those of other fragments among them. */
  fragments: string[];
}

/** Stored operations as a server starts with them: plain data, which a build writes and a start reads. */
export interface OperationTable {
  operations: TableRow[];
  /** The text of every fragment by its name. */
  fragments: Record<string, string>;
}

/**
 * Makes the table of some documents, with or without the name of their domain.
 * @throws Error naming the operation and its fault: no name, a malformed route, a route that another one has.
 */
export function tableOf(documents: readonly (string | RestDocument)[]): OperationTable {
  return tableOfStored(readDocuments(documents));
}

/** The same for documents that are parsed. */
export function tableOfStored({ operations, fragments }: StoredOperations): OperationTable {
  const routes = operations.map(({ node }) => named(node.name?.value, () => routesOf(node)));
  // Taken apart at once, since each operation walks all fragments.
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

/** Does something for an operation; what it throws begins with the operation's name. */
export function named<Result>(id: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(id && !message.startsWith(`${id}:`) ? `${id}: ${message}` : message, { cause: error });
  }
}
