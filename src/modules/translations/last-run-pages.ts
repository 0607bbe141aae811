import { decodeTextFile } from '../../engine/base/blob.js';
import type { Hash } from '../../engine/base/types.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import type { Store } from '../../platform/db/write/store.js';
import { readManifest } from '../content/revisions/manifests.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import type { BegunRun } from './begin-run.js';

/** Inputs of the machine translation of a page. */
export interface PageInput {
  /** Hash of the page's text in the source. */
  sourceHash: Hash;
  /** Keys of the headings that the links of the page refer to. */
  anchors: string[];
  /** Hash of all inputs together. */
  inputKey: string;
}

/** A page as the last run wrote it. */
interface KnownPage extends PageInput {
  /** Hash of the machine-translated text. */
  blob: Hash;
}

/** Pages as the last run wrote them, by page id. */
export type KnownPages = ReadonlyMap<string, KnownPage>;

/**
 * Returns the pages that the last run translated completely. Excludes pages with blocks in the language of the source.
 */
export async function readLastRunPages({ read }: Store, { translation, result }: BegunRun): Promise<KnownPages> {
  const { id, organizationId, machineRootHash: rootHash } = translation;
  const known = new Map<string, KnownPage>();
  if (!result || rootHash === null) return known;
  const { pageById } = manifestIndex(await readManifest(read, { organizationId, rootHash }));
  const query = read.sql
    .selectFrom('TranslatedPage')
    .select(['pageId', 'sourceHash', 'anchors', 'inputKey', 'refusedBlocks']);
  for (const { pageId, ...row } of await read.all(query.where('translationId', '=', id))) {
    const blob = pageById.get(pageId)?.page.blob;
    const isWhole = (row.refusedBlocks as unknown[]).length === 0;
    if (blob === undefined || row.sourceHash === null || !isWhole) continue;
    const { sourceHash, inputKey } = row;
    known.set(pageId, { sourceHash, inputKey, anchors: row.anchors as string[], blob });
  }
  return known;
}

/** Returns the machine-translated texts of some pages of the last run, by page id. */
export async function readLastRunTexts(
  { read }: Store,
  organizationId: string,
  { known, ids }: { known: KnownPages; ids: readonly string[] },
): Promise<Map<string, string>> {
  const blobs = await readBlobs(read, organizationId, [...new Set(ids.map((id) => known.get(id)!.blob))]);
  return new Map(ids.map((id) => [id, decodeTextFile(blobs.get(known.get(id)!.blob)!, id)]));
}
