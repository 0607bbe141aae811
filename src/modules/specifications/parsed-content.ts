import { LRUCache } from 'lru-cache';
import type { Hash, Json } from '../../engine/base/types.js';
import { limits } from '../../platform/base/limits.js';
import { createSingleFlight } from '../../platform/cache/single-flight.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import { unpackJson } from '../../platform/workers/packed-json.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { parseInThread } from './read-document.js';

type Version = Pick<Row<'OpenAPISpecVersion'>, 'organizationId' | 'blobHash'>;

/** Parsed documents by the hash of their bytes: right for ever. In memory they take some five times their bytes. */
const parsed = new LRUCache<Hash, { content: Json }>({ maxSize: limits.cachedSpecifications.value });

const parsing = createSingleFlight<Json>();

/** The parsed document of a version. @throws AppError as `ThreadPool.run` */
export function parsedContent(read: Queries, version: Version): Promise<Json> {
  const { organizationId, blobHash } = version;
  const known = parsed.get(blobHash);
  if (known) return Promise.resolve(known.content);
  return parsing.run(`${organizationId} ${blobHash}`, () => parse(read, version));
}

async function parse(read: Queries, { organizationId, blobHash }: Version): Promise<Json> {
  const bytes = (await readBlobs(read, organizationId, [blobHash])).get(blobHash);
  if (!bytes) throw new Error(`The blob ${blobHash} is missing from the store`);
  const size = Math.max(bytes.length, 1);
  const content = (await unpackJson(await parseInThread(bytes, organizationId))) as Json;
  if (size <= 16_777_216) parsed.set(blobHash, { content }, { size });
  return content;
}
