import { decodeTextFile } from '../../engine/base/blob.js';
import type { Hash, Manifest } from '../../engine/base/types.js';
import { translatedId } from '../../engine/translation/space/copy-source.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import type { Store } from '../../platform/db/write/store.js';
import { doWork } from '../content/content-work/do-work.js';
import { readManifest } from '../content/revisions/manifests.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import type { BegunRun } from './begin-run.js';

/** Untranslated content of a source, in the page structure of its translation. */
export interface SourceContent {
  /** The organization of the source. */
  organizationId: string;
  manifest: Manifest;
  /** Markdown by the id of its page or reusable content. */
  texts: Map<string, string>;
  /** Titles and descriptions, including the title of the space. */
  titles: string[];
  /** Ids of source pages, by the ids of their pages in the translation. */
  sourcePages: Map<string, string>;
}

/**
 * Reads the source of a run.
 * @param result id of the space with the translation
 */
export async function readSource(
  { read }: Pick<Store, 'read'>,
  { source, revision }: BegunRun,
  result: string,
): Promise<SourceContent> {
  const { organizationId } = revision;
  const manifest = await readManifest(read, revision);
  const blobs = await readTexts(read, organizationId, manifest);
  const from = { spaceId: source.id, manifest };
  const copied = await doWork('copySource', { source: from, result }, { tenant: organizationId, weight: 0, blobs });
  const texts = new Map<string, string>();
  for (const { id, blob } of textEntries(copied.manifest)) {
    const bytes = blob === undefined ? undefined : (copied.blobs.get(blob) ?? blobs.get(blob));
    if (bytes) texts.set(id, decodeTextFile(bytes, id));
  }
  const titles = [source.title, ...titlesOf(copied.manifest)];
  const sourcePages = new Map(
    manifestIndex(manifest).pages.map(({ page: { id } }) => [translatedId(result, 'Page', id), id]),
  );
  return { organizationId, manifest: copied.manifest, texts, titles, sourcePages };
}

async function readTexts(
  read: Store['read'],
  organizationId: string,
  manifest: Manifest,
): Promise<Map<Hash, Uint8Array>> {
  const hashes = [...new Set(textEntries(manifest).flatMap(({ blob }) => blob ?? []))];
  return readBlobs(read, organizationId, hashes);
}

/** Returns the entries that can contain text: pages and reusable content. */
function textEntries(manifest: Manifest): { id: string; blob?: Hash }[] {
  return [...manifestIndex(manifest).pages.map(({ page }) => page), ...manifest.reusableContents];
}

function titlesOf(manifest: Manifest): string[] {
  const pages = manifestIndex(manifest).pages.flatMap(({ page }) => [
    page.title,
    page.linkTitle ?? '',
    page.description ?? '',
  ]);
  return [...pages, ...manifest.reusableContents.map(({ title }) => title)].filter((title) => title !== '');
}
