import type { Hash, Page } from '../../engine/base/types.js';
import { readReferenceAddress } from '../../engine/text/links/reference-address.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { KnownReferences } from '../links/link-rows.js';
import { readReferences } from '../links/read-references.js';

/** Hashes of the newest documents of specifications, by the slugs or ids that pages use to refer to them. */
export type UsedSpecifications = ReadonlyMap<string, Hash>;

/**
 * Returns the newest version of each specification that texts show. Needs no permission check, because readers of a
 * page may read the parts of specifications that it shows. It takes one batch of queries for texts that are not cached,
 * and one for the documents if there are any.
 */
export async function readUsedSpecifications(
  read: Queries,
  organizationId: string,
  texts: readonly Pick<Page, 'blob'>[],
): Promise<UsedSpecifications> {
  const references = await readReferences(read, organizationId, texts);
  const names = namesIn(references);
  if (names.length === 0) return new Map();
  const query = read.sql
    .selectFrom('OpenAPISpec')
    .innerJoin('OpenAPISpecVersion', 'OpenAPISpecVersion.id', 'OpenAPISpec.lastVersionId')
    .select(['OpenAPISpec.id', 'OpenAPISpec.slug', 'OpenAPISpecVersion.blobHash'])
    .where('OpenAPISpec.organizationId', '=', organizationId)
    .where(({ or }) => or([read.inList('OpenAPISpec.id', names), read.inList('OpenAPISpec.slug', names)]));
  const documents = new Map(
    (await read.all(query)).flatMap(({ id, slug, blobHash }) => [
      [id, blobHash],
      [slug, blobHash],
    ]),
  );
  return new Map(names.flatMap((name) => (documents.has(name) ? [[name, documents.get(name)!] as const] : [])));
}

function namesIn(knownReferences: KnownReferences): string[] {
  const addresses = [...knownReferences.values()].flatMap(({ references }) => references.map(({ address }) => address));
  const specs = addresses
    .map(readReferenceAddress)
    .flatMap((address) => (address?.kind === 'openapi' ? [String(address.spec)] : []));
  return [...new Set(specs)].sort();
}
