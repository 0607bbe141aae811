import type { Context } from '../../../api/graphql/execution/context.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Who calls: by the name that it gives, or else by its token. */
export interface Client {
  /** Tells clients apart. */
  key: string;
  /** Undefined for a client that has the name of its token. */
  name: string | undefined;
  version: string;
  tokenId?: string;
}

const nameHeaders = ['x-client-name', 'graphql-client-name', 'apollographql-client-name'];
const versionHeaders = ['x-client-version', 'graphql-client-version', 'apollographql-client-version'];

/** Characters of a name or a version that are kept. */
const longest = 100;

/** The client of a call. */
export function clientOf({ exchange, viewer }: Context): Client {
  const given = (names: readonly string[]): string | undefined => {
    const name = names.find((one) => exchange?.request.headers[one]);
    return name && String(exchange!.request.headers[name]).trim().slice(0, longest);
  };
  const name = given(nameHeaders) ?? (viewer.kind === 'user' ? undefined : viewer.kind);
  const version = given(versionHeaders) ?? '';
  if (name !== undefined) return { key: `${name}\n${version}`, name, version };
  const { tokenId } = viewer as { tokenId: string };
  return { key: `${tokenId}\n\n${version}`, name, version, tokenId };
}

/** The names of the tokens of clients that give none, by the token's id. */
export async function namesOfTokens(read: Queries, clients: readonly Client[]): Promise<Map<string, string>> {
  const ids = clients.flatMap(({ name, tokenId }) => (name === undefined && tokenId ? [tokenId] : []));
  if (ids.length === 0) return new Map();
  const query = read.sql.selectFrom('AccessToken').select(['id', 'name']).where(read.inList('id', ids));
  return new Map((await read.all(query)).map(({ id, name }) => [id, name.slice(0, longest)]));
}
