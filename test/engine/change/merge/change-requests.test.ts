import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../src/engine/base/types.js';
import { mergeManifests } from '../../../../src/engine/change/merge/merge.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { readSharedLines } from '../../../support/shared-data.js';
import { document, manifest, readBlob, storeBlobs, textOfPage } from '../../manifests.js';

interface ChangedFile {
  path: string;
  base: string | null;
  ours: string | null;
  theirs: string | null;
  resolved: string | null;
  /** Whether git finds conflicts in the text; null unless both sides changed the file. */
  content_conflict: boolean | null;
}

interface ChangeRequestCase {
  id: string;
  files: ChangedFile[];
  delete_vs_modify: string[];
}

const cases = readSharedLines<ChangeRequestCase>('merge/change_requests.jsonl');
const suffix = cases ? '' : ' (skipped: the shared change requests are absent)';

/** Returns a manifest of one version. Each file becomes a page at the top level, with its path as id. */
function versionOf({ files }: ChangeRequestCase, side: 'base' | 'ours' | 'theirs'): Manifest {
  const present = files.filter((file) => file[side] !== null);
  return manifest(present.map((file) => document(file.path, file[side]!, { id: file.path, path: file.path })));
}

describe('merging whole change requests of real repositories', () => {
  it.skipIf(!cases)(`finds the same conflicts as git, and without conflicts the committed result${suffix}`, () => {
    for (const one of cases!) {
      const [base, ours, theirs] = [versionOf(one, 'base'), versionOf(one, 'ours'), versionOf(one, 'theirs')];
      const merged = mergeManifests({ base, ours, theirs, readBlob });
      const found = merged.conflicts.map((conflict) =>
        'pageId' in conflict ? `${conflict.kind} ${conflict.pageId}` : conflict.kind,
      );
      const inText = one.files.filter((file) => file.content_conflict).map(({ path }) => `page_text ${path}`);
      const deleted = one.delete_vs_modify.map((path) => `page_deleted ${path}`);
      expect({ id: one.id, found: found.sort() }).toEqual({ id: one.id, found: [...inText, ...deleted].sort() });
      if (found.length > 0) continue;
      storeBlobs(merged);
      const texts = manifestIndex(merged.manifest).pages.map(({ page }) => [page.id, textOfPage(page)]);
      const committed = one.files.filter((file) => file.resolved !== null).map((file) => [file.path, file.resolved]);
      expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(committed));
    }
  });
});
