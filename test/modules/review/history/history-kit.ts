import { hashOf } from '../../../../src/engine/base/blob.js';
import type { Hash, Manifest, Page } from '../../../../src/engine/base/types.js';
import { headHooksFor } from '../../../../src/modules/content/revisions/head-hooks.js';
import { readManifest } from '../../../../src/modules/content/revisions/manifests.js';
import { moveHead } from '../../../../src/modules/content/revisions/move-head.js';
import { writeRevision } from '../../../../src/modules/content/revisions/write-revision.js';
import { getRow } from '../../../../src/modules/shared/targets.js';
import { runAction } from '../../../../src/modules/shared/unit-of-work.js';
import { newId } from '../../../../src/platform/base/ids.js';
import type { TestApp } from '../../../support/app.js';

/** Stores a text with the revision. Returns its hash. */
export type StoreText = (text: string) => Hash;

/** Space that gets a new head, and the attributes of the new revision except its content. */
export interface NextHead {
  space: string;
  type?: 'edits' | 'computed';
  git?: { oid: string; message: string; createdByService: boolean };
}

/**
 * Writes the next head of a space from the current one. It can have content that no request can write yet. Returns the
 * id of the revision.
 */
export function writeHead(
  { store, operator }: TestApp,
  { space: id, ...kind }: NextHead,
  edit: (before: Manifest, storeText: StoreText) => Manifest,
): Promise<string> {
  return runAction({ store, viewer: operator }, async (unit) => {
    const { organizationId, revisionId: parentId } = await getRow(unit, 'Space', id);
    const before = await readManifest(unit.tx.read, await getRow(unit, 'Revision', parentId));
    const blobs = new Map<Hash, Uint8Array>();
    const after = edit(before, (text) => {
      const bytes = new TextEncoder().encode(text);
      blobs.set(hashOf(bytes), bytes);
      return hashOf(bytes);
    });
    const revision = { organizationId, spaceId: id, type: 'edits', manifest: after, blobs, parentId, ...kind } as const;
    const { id: revisionId } = await writeRevision(unit, revision);
    const bringAlong = await headHooksFor(unit.tx, id);
    await moveHead(
      unit,
      { organizationId, spaceId: id, revisionId, actorId: operator.userId, before, after },
      bringAlong,
    );
    unit.record({ organizationId, action: 'updateSpaceContent', targetId: id, changes: {} });
    return revisionId;
  });
}

/** Returns a document page with a text. */
export function pageOf(
  storeText: StoreText,
  name: string,
  { text = `# ${name}\n`, ...rest }: Partial<Page> & { text?: string } = {},
): Page {
  return {
    id: newId('Page'),
    type: 'document',
    title: name,
    path: name,
    file: `${name}.md`,
    blob: storeText(text),
    ...rest,
  };
}

/** Fills a space with objects of every kind, then makes every kind of change to it as one revision. */
export async function rewriteSpace(test: TestApp, space: string): Promise<{ before: string; revision: string }> {
  const before = await writeHead(test, { space }, (_, storeText) => ({
    root: '',
    pages: [
      pageOf(storeText, 'parent', { children: [pageOf(storeText, 'moved', { path: 'parent/moved' })] }),
      pageOf(storeText, 'edited', { text: 'One.\n\nTwo old words.\n\nThree.\n' }),
      pageOf(storeText, 'gone'),
      { id: newId('Page'), type: 'group', title: 'Group', path: 'group' },
      { id: newId('Page'), type: 'link', title: 'Link', target: { kind: 'url', url: 'https://one.test/' } },
    ],
    files: ['edited.txt', 'gone.txt'].map((path) => fileOf(storeText, path)),
    variables: { version: '1', gone: true },
    reusableContents: ['Edited', 'Gone'].map((title) => ({ id: newId('Page'), title, blob: storeText(title) })),
  }));
  const revision = await writeHead(test, { space }, applyEveryChange);
  return { before, revision };
}

function applyEveryChange(before: Manifest, storeText: StoreText): Manifest {
  const [parent, edited, , group, link] = before.pages as [Page, Page, Page, Page, Page];
  const [editedFile] = before.files as [Manifest['files'][number]];
  const [editedContent] = before.reusableContents as [Manifest['reusableContents'][number]];
  const { children, ...alone } = parent;
  const blob = storeText('One.\n\nTwo new words.\n\nThree.\n');
  const layout = { title: true, description: true, tableOfContents: true, outline: false, pagination: true };
  const editedAttributes: Partial<Page> = {
    title: 'Renamed',
    path: 'renamed',
    emoji: '😀',
    description: 'All of it',
    hidden: true,
    noIndex: true,
    layout: { ...layout, width: 'wide', cover: true, coverSize: 'full', metadata: true },
    cover: { yPos: 3, ref: { kind: 'url', url: 'https://one.test/cover.png' } },
    variables: { version: 2 },
    metaLinks: { canonical: { kind: 'url', url: 'https://one.test/page' } },
  };
  return {
    ...before,
    pages: [
      alone,
      ...children!.map((page) => ({ ...page, path: 'moved' })),
      { ...edited, ...editedAttributes, blob },
      pageOf(storeText, 'new'),
      { ...group, title: 'Renamed group' },
      { ...link, target: { kind: 'url', url: 'https://two.test/' } },
    ],
    files: [
      { ...editedFile, blob: storeText('other'), size: 5, dimensions: { width: 2, height: 1 } },
      fileOf(storeText, 'new.txt'),
    ],
    variables: { version: '2', name: 'n' },
    reusableContents: [
      { ...editedContent, title: 'Renamed', blob: storeText('other text') },
      { id: newId('Page'), title: 'New', blob: storeText('New') },
    ],
  };
}

function fileOf(storeText: StoreText, path: string): Manifest['files'][number] {
  return { id: newId('File'), name: path, path, blob: storeText(path), size: path.length, contentType: 'text/plain' };
}
