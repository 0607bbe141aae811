import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../src/engine/base/types.js';
import { mergeManifests } from '../../../../src/engine/change/merge/merge.js';
import { exportFolder } from '../../../../src/engine/tree/export/export-folder.js';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { slugOfPage } from '../../../../src/engine/tree/pages/slug.js';
import { linksOf } from '../../../../src/engine/tree/pages/text.js';
import { corpora, corpusFiles, corpusSkipSuffix } from '../../corpora.js';
import { blobStore, readBlob, storeBlobs, textOfPage } from '../../manifests.js';
import { insert, update } from './edits.js';

function importCorpus(name: string): Manifest {
  let number = 0;
  const entries = new Map(
    corpusFiles(name).map((path) => [path, () => new Uint8Array(readFileSync(join(corpora!, name, path)))]),
  );
  const { manifest, blobs } = importFolder({ entries, newId: (kind) => `${kind}${number++}` });
  for (const [hash, read] of blobs) blobStore.set(hash, read());
  return manifest;
}

/** Ids of the link targets of every page, by page id. Renames do not change ids, so they must not change this map. */
function targetsOf(one: Manifest): Map<string, string[]> {
  return new Map(
    manifestIndex(one).pages.map(({ page }) => [page.id, (page.links ?? []).map(({ target }) => target.id)]),
  );
}

/** Returns the same ids as `targetsOf`, but parses the links in the texts. */
function resolvedTargetsOf(one: Manifest): Map<string, string[]> {
  return new Map(
    manifestIndex(one).pages.map(({ page }) => {
      const links = page.file && page.blob ? linksOf(textOfPage(page), page.file, one) : [];
      return [page.id, links.map(({ target }) => target.id)];
    }),
  );
}

/**
 * Attributes that an import must restore for every document, by file. The position of unlisted pages is not included,
 * because the import chooses it.
 */
function documentsOf(one: Manifest): Record<string, unknown> {
  const documents = manifestIndex(one).pages.filter(({ page }) => page.type === 'document');
  const entries = documents.map(({ page: { title, path, file, description, icon, hidden } }) => [
    file,
    { title, path, description, icon, hidden },
  ]);
  return Object.fromEntries(entries);
}

function importedAgain(one: Manifest): Manifest {
  let number = 0;
  const entries = new Map([...exportFolder(one, readBlob)].map(({ path, bytes }) => [path, bytes]));
  return importFolder({ entries, newId: (kind) => `${kind}${number++}` }).manifest;
}

const pagesToRename = (one: Manifest) =>
  manifestIndex(one).pages.filter(({ page }) => page.path !== undefined && page.children);

describe.each(['medium-elsa', 'large-rocketchat-dev'])('renaming and moving pages of %s', (name) => {
  it.skipIf(!corpora)(`keeps every link target, also after an export and an import${corpusSkipSuffix}`, () => {
    const start = importCorpus(name);
    const targets = targetsOf(start);
    expect(resolvedTargetsOf(start)).toEqual(targets);
    const renamed = pagesToRename(start)
      .slice(0, 15)
      .reduce((one, { page }) => update(one, { page: page.id, slug: `${slugOfPage(page) ?? ''}-renamed` }), start);
    expect(targetsOf(renamed)).toEqual(targets);
    expect(resolvedTargetsOf(renamed)).toEqual(targets);
    const last = manifestIndex(start).pages.findLast(({ page }) => page.type === 'document')!.page;
    const moved = manifestIndex(start)
      .pages.filter(({ depth, page }) => depth === 1 && page.path !== undefined && page.id !== last.id)
      .slice(0, 10)
      .reduce((one, { page }) => update(one, { page: page.id, into: null }), start);
    expect(resolvedTargetsOf(moved)).toEqual(targets);
    const first = manifestIndex(renamed).pages.find(({ page }) => page.type === 'document' && page.children)!.page;
    const fields = { title: 'New: page', description: 'It is new', icon: 'star', hidden: true };
    const inserted = insert(renamed, { ...fields, into: first.id, markdown: '# Head\n' });
    expect(documentsOf(importedAgain(inserted))).toEqual(documentsOf(inserted));
    const merged = mergeManifests({
      base: start,
      ours: renamed,
      theirs: update(start, { page: last.id, markdown: 'new\n' }),
      readBlob,
    });
    expect(merged.conflicts).toEqual([]);
    expect(resolvedTargetsOf(storeBlobs(merged))).toEqual(new Map([...targets, [last.id, []]]));
  });
});
