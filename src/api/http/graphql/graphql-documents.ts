import { createHash } from 'node:crypto';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Context } from '../../graphql/execution/context.js';
import type { FindText } from '../../graphql/find-text.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { documentRequired } from '../requests/document-refusal.js';

/** The members of a request that determine its query text. */
interface SentParams {
  query?: string;
  extensions?: Record<string, unknown>;
}

/** Whether clients may send document ids instead of texts: never, optionally, or exclusively. */
export type DocumentMode = 'off' | 'prefer' | 'only';

/**
 * Finds the text of a request that contains the id of a document. A token that is bound to a client may send only the
 * documents of that client. In the mode `prefer`, a text that is sent with its hash is cached. These are the automatic
 * persisted queries of Apollo Client.
 */
export function useDocuments(mode: DocumentMode, find: FindText): Plugin {
  const automatic = createAutomaticCache();
  const { onParams } = usePersistedOperations({
    allowArbitraryOperations: true,
    getPersistedOperation: async (key, _request, context) => {
      const client = boundClientOf(context as unknown as Context);
      const text = await find(key, client);
      return text ?? (mode === 'prefer' && client === undefined ? automatic.get(key) : null) ?? null;
    },
    customErrors: { notFound: unknownDocument as never, keyNotFound: noQueryError as never },
  }) as unknown as { onParams: NonNullable<Plugin['onParams']> };
  return {
    onParams(payload) {
      const { params, context } = payload;
      if (!context.exchange) return;
      if (typeof params.query === 'string') return admitText(params, context);
      const isOff = mode === 'off' && boundClientOf(context) === undefined;
      if (isObject(params.extensions?.persistedQuery)) {
        if (isOff) throw notSupported();
        return onParams(payload);
      }
      if (!isOff) throw noQueryError();
    },
  };

  function admitText(params: SentParams, context: Context): void {
    if (mode === 'only' || boundClientOf(context) !== undefined)
      throw documentRequired('Only persisted documents are accepted: send the id of one');
    const hash = documentId(params);
    if (mode === 'prefer' && hash !== null) automatic.keep(hash, params.query!);
  }
}

/** Returns the client that the token of a call is bound to; undefined if the token may send any text. */
function boundClientOf({ viewer }: Context): string | undefined {
  return viewer.kind === 'user' ? viewer.documents : undefined;
}

function documentId({ extensions }: SentParams): string | null {
  const { sha256Hash } = (extensions?.persistedQuery ?? {}) as { sha256Hash?: unknown };
  return typeof sha256Hash === 'string' ? sha256Hash : null;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Creates the cache of automatic persisted queries: query text by hash. */
function createAutomaticCache() {
  const texts = createCache<string>({
    name: 'texts that clients sent with their hash',
    weigh: ({ length }) => 2 * length,
  });
  return {
    get: (hash: string) => texts.get(hash),
    /** @throws BAD_USER_INPUT if the hash is not that of the text */
    keep(hash: string, text: string): void {
      if (texts.get(hash) !== undefined) return;
      const own = createHash('sha256').update(text).digest('hex');
      if (own !== hash)
        throw badInput(
          'extensions.persistedQuery.sha256Hash',
          '`extensions.persistedQuery.sha256Hash` must be the SHA-256 of `query`',
        );
      texts.set(hash, text);
    },
  };
}

/** Apollo Client and urql send the text again only if the message is exactly this one. */
const unknownDocument = () => new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

/** Clients also expect exactly the message `PersistedQueryNotSupported`. */
const notSupported = () => new AppError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');

const noQueryError = () =>
  badInput('query', '`query` must be there, or the id of a document in `extensions.persistedQuery`');
