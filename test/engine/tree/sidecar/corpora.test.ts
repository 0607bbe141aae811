import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { sidecarFile } from '../../../../src/engine/tree/sidecar/sidecar.js';
import { corpora, corpusSkipSuffix } from '../../corpora.js';
import { exportOf, importOf, newId } from './kit.js';

it
  .skipIf(corpora === null)
  .each(['small-laravel-translatable', 'medium-elsa', 'large-rocketchat-dev', 'mdbook-rust-by-example'])(
  `the corpus %s is the same after an export with its sidecar and an import${corpusSkipSuffix}`,
  (name) => {
    const entries = readFolder(join(corpora!, name));
    const { manifest: one, blobs } = importFolder({ entries, newId });
    const exported = exportOf(one, (hash) => blobs.get(hash)!());
    expect([...exported.keys()].filter((path) => path !== sidecarFile).sort()).toEqual([...entries.keys()].sort());
    expect(manifestTree(importOf(exported).manifest).root).toBe(manifestTree(one).root);
  },
);
