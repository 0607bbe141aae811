import type { ContentRef, Hash, Manifest } from '../../../engine/base/types.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { StoredTexts } from '../../../engine/tree/pages/blobs.js';
import type { Store } from '../../../platform/db/write/store.js';
import { refusingContent } from '../../shared/content-errors.js';
import { doWork } from '../content-work/do-work.js';
import { readManifest } from '../revisions/manifests.js';
import { storeInSteps } from '../revisions/store-in-steps.js';
import { withBlobs } from '../revisions/with-blobs.js';
import type { ApplicationBase } from './application.js';
import { foreignBlobs } from './foreign-blobs.js';

/** A template with its checked parameters, and the base that it is applied to. */
export interface FoundTemplate {
  base: ApplicationBase;
  template: { organizationId: string; spaceId: string; rootHash: Hash };
  /** Values of the placeholders; null if placeholders are copied unchanged. */
  parameters: Map<string, ContentRef> | null;
  /** Path of the parameters in the request, for errors. */
  pointer: string;
}

/**
 * Copies a template and stores the blobs of the copy, in short steps that can be repeated. The transaction that makes
 * the copy visible then only writes the manifest and the indexes.
 * @throws BAD_USER_INPUT for parameters that do not fit the template.
 */
export async function copyTemplate(store: Store, found: FoundTemplate): Promise<{ before: Manifest; after: Manifest }> {
  const { base, template } = found;
  const [before, source] = [await baseManifest(store, base), await readManifest(store.read, template)];
  const { manifest: after, blobs } = await computeCopy(store, { found, before, source });
  if (template.organizationId !== base.organizationId) {
    const hashes = blobHashes(after).filter((hash) => !blobs.has(hash));
    const foreign = foreignBlobs(store, { hashes, from: template.organizationId, to: base.organizationId });
    await storeInSteps(store, { organizationId: base.organizationId, blobs: foreign, texts: textHashes(after) });
  }
  const newBlobs = [...blobs].map(([hash, bytes]): [Hash, () => Uint8Array] => [hash, () => bytes]);
  await storeInSteps(store, { organizationId: base.organizationId, blobs: newBlobs, texts: textHashes(after) });
  return { before, after };
}

interface CopyInput {
  found: FoundTemplate;
  before: Manifest;
  source: Manifest;
}

function computeCopy({ read }: Store, { found, before, source }: CopyInput): Promise<StoredTexts> {
  const { base, template, parameters, pointer } = found;
  const texts = textHashes(source);
  return refusingContent(() =>
    withBlobs(read, {
      organizationId: template.organizationId,
      likely: texts,
      work: (_, blobs) => {
        const [from, to] = [
          { spaceId: template.spaceId, manifest: source },
          { spaceId: base.spaceId, manifest: before },
        ];
        return doWork(
          'copy',
          { source: from, target: to, parameters, pointer },
          { tenant: base.organizationId, weight: 0, blobs },
        );
      },
    }),
  );
}

/** Returns the content of the base; empty for a new space. */
export async function baseManifest({ read }: Pick<Store, 'read'>, base: ApplicationBase): Promise<Manifest> {
  if (!base.revision) return emptyManifest;
  return readManifest(read, { organizationId: base.organizationId, rootHash: base.revision.rootHash });
}

function textHashes(manifest: Manifest): Set<Hash> {
  const pages = manifestIndex(manifest).pages.map(({ page }) => page.blob);
  return new Set([...pages, ...manifest.reusableContents.map(({ blob }) => blob)].filter((hash) => hash !== undefined));
}

function blobHashes(manifest: Manifest): Hash[] {
  const otherBlobs = [...manifest.files.map(({ blob }) => blob), manifest.summary?.blob];
  return [...new Set([...textHashes(manifest), ...otherBlobs])].filter((hash) => hash !== undefined);
}
