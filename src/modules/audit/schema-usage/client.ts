import type { Context } from '../../../api/graphql/execution/context.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** The client of a call. Its name comes from the request, otherwise from the token. */
export interface Client {
  /** Unique key of the client. */
  key: string;
  /** Name that the request contains; undefined if the name of the token applies. */
  name: string | undefined;
  version: string;
  tokenId?: string;
}

const nameHeaders = ['x-client-name', 'graphql-client-name', 'apollographql-client-name'];
const versionHeaders = ['x-client-version', 'graphql-client-version', 'apollographql-client-version'];

/** Maximum number of characters of a client's name or version that are stored. */
const maxNameLength = 100;

/** Returns the client of a call. */
export function clientOf({ exchange, viewer }: Context): Client {
  const readHeader = (names: readonly string[]): string | undefined => {
    const name = names.find((header) => exchange?.request.headers[header]);
    return name && String(exchange!.request.headers[name]).trim().slice(0, maxNameLength);
  };
  const name = readHeader(nameHeaders) ?? (viewer.kind === 'user' ? undefined : viewer.kind);
  const version = readHeader(versionHeaders) ?? '';
  if (name !== undefined) return { key: `${name}\n${version}`, name, version };
  const { tokenId } = viewer as { tokenId: string };
  return { key: `${tokenId}\n\n${version}`, name, version, tokenId };
}

/** Returns the names of the tokens of clients that send no name, by token id. */
export async function namesOfTokens(read: Queries, clients: readonly Client[]): Promise<Map<string, string>> {
  const ids = clients.flatMap(({ name, tokenId }) => (name === undefined && tokenId ? [tokenId] : []));
  if (ids.length === 0) return new Map();
  const query = read.sql.selectFrom('AccessToken').select(['id', 'name']).where(read.inList('id', ids));
  return new Map((await read.all(query)).map(({ id, name }) => [id, name.slice(0, maxNameLength)]));
}
