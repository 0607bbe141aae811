import type { Json } from '../../engine/base/types.js';
import { createCache } from '../../platform/cache/cache.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import { unpackJson } from '../../platform/workers/packed-json.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { parseInThread } from './read-document.js';

type Version = Pick<Row<'OpenAPISpecVersion'>, 'organizationId' | 'blobHash'>;

/** A parsed document, and the length of its source in bytes. */
interface ParsedDocument {
  content: Json;
  length: number;
}

/**
 * Cache of parsed documents by the hash of their bytes. A parsed document takes about five times the memory of its
 * source.
 */
const documents = createCache<ParsedDocument>({ name: 'parsed OpenAPI documents', weigh: ({ length }) => 5 * length });

/**
 * Returns the parsed document of a version.
 * @throws errors of `ThreadPool.run`
 */
export async function parsedContent(read: Queries, version: Version): Promise<Json> {
  const { organizationId, blobHash } = version;
  return (await documents.getOrCompute(blobHash, organizationId, () => readAndParse(read, version))).content;
}

async function readAndParse(read: Queries, { organizationId, blobHash }: Version): Promise<ParsedDocument> {
  const bytes = (await readBlobs(read, organizationId, [blobHash])).get(blobHash);
  if (!bytes) throw new Error(`The blob ${blobHash} is missing from the store`);
  // Read before the call, because the call transfers the bytes to the thread, which empties the array.
  const { length } = bytes;
  return { content: (await unpackJson(await parseInThread(bytes, organizationId))) as Json, length };
}
