import type { Example } from './explorer-examples.js';

// These functions run in the browser. Their source code is sent, so each may use only its parameters.

/** Query for objects that the examples can use: the first ones that the caller may see. */
export const visibleObjectsQuery = `query FirstSeen {
  organizations(first: 10) {
    nodes {
      spaces(first: 5) {
        nodes {
          id
          revisions(first: 2) { nodes { id } }
          revision { pages(first: 10) { nodes { ... on DocumentPage { path } } } }
        }
      }
    }
  }
}`;

interface Nodes<T> {
  nodes: T[];
}

interface VisibleSpace {
  id: string;
  revisions: Nodes<{ id: string }>;
  revision: { pages: Nodes<{ path?: string }> } | null;
}

/** Result of the query; null if the caller may not run it. */
export type VisibleObjects = { organizations: Nodes<{ spaces: Nodes<VisibleSpace> }> } | null;

/** Values of the examples' variables by name; absent for objects that the caller does not see. */
export type ExampleValues = Partial<Record<'space' | 'path' | 'from' | 'to', string>>;

/**
 * Reads the query result. Chooses the first space with a document, otherwise the first space, with its document and its
 * two newest revisions.
 */
export function exampleValuesIn(answer: VisibleObjects): ExampleValues {
  const pathOf = (space: VisibleSpace) => space.revision?.pages.nodes.find(({ path }) => path !== undefined)?.path;
  const spaces = answer?.organizations.nodes.flatMap((organization) => organization.spaces.nodes) ?? [];
  const space = spaces.find((each) => pathOf(each) !== undefined) ?? spaces[0];
  if (!space) return {};
  const [to, from = to] = space.revisions.nodes;
  return { space: space.id, path: pathOf(space), from: from?.id, to: to?.id };
}

/**
 * Returns the text of an example's variables: JSON, with a comment above it if an object that it needs is not visible.
 * Empty for an example without variables.
 * @param exampleValues null if there is no token
 */
export function exampleVariables({ query }: Example, exampleValues: ExampleValues | null): string {
  const kinds = { space: 'space', path: 'page', from: 'revision', to: 'revision' };
  const names = (Object.keys(kinds) as (keyof ExampleValues)[]).filter((name) => query.includes(`$${name}:`));
  if (names.length === 0) return '';
  const values = JSON.stringify(Object.fromEntries(names.map((name) => [name, exampleValues?.[name] ?? ''])), null, 2);
  if (exampleValues === null) return `// Paste an access token above: what it sees is filled in here.\n${values}`;
  const missing = names.find((name) => exampleValues[name] === undefined);
  if (missing === undefined) return values;
  return `// The token sees no ${kinds[missing]} yet: reload the page once it does.\n${values}`;
}
