import { ContentError, type Manifest, type Page } from '../../../../src/engine/base/types.js';
import { deletePage } from '../../../../src/engine/change/edit/delete-page.js';
import { insertPage, type PageInsertion } from '../../../../src/engine/change/edit/insert-page.js';
import { revertPage } from '../../../../src/engine/change/edit/revert-page.js';
import { type PageUpdate, updatePage } from '../../../../src/engine/change/edit/update-page.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { document, manifest, readBlob, storeBlobs, textOfPage } from '../../manifests.js';

/** Context that every edit in the tests uses. */
export const context = { readBlob, pointer: 'changes/0' };

/** A space with a folder page, a page with sub-pages, a group and a link. */
export const start = manifest([
  document('README.md', '# Home\n\n[setup](guide/setup.md)\n', { id: 'home', path: '' }),
  document('guide/README.md', '# Guide\n\n[setup](setup.md) and [tool](../tools/tool.md)\n', {
    id: 'guide',
    children: [document('guide/setup.md', '[home](../README.md)\n', { id: 'setup' })],
  }),
  {
    id: 'tools',
    type: 'group',
    title: 'Tools',
    path: 'tools',
    children: [
      document('tools/tool.md', '---\nicon: hammer # ours\n---\n\n[deep](tool/deep.md)\n', {
        id: 'tool',
        icon: 'hammer',
        children: [document('tools/tool/deep.md', '[up](../tool.md)\n', { id: 'deep' })],
      }),
    ],
  },
  { id: 'out', type: 'link', title: 'Out', target: { kind: 'url', url: 'https://example.org' } },
]);

export const insert = (one: Manifest, insertion: Partial<PageInsertion>) =>
  storeBlobs(insertPage(one, { id: 'new', title: 'New', markdown: 'new\n', ...insertion }, context));
export const update = (one: Manifest, change: PageUpdate) => storeBlobs(updatePage(one, change, context));
export const remove = (one: Manifest, page: string) => storeBlobs(deletePage(one, { page }, context));
export const revert = (one: Manifest, page: string, to: Manifest) => storeBlobs(revertPage(one, { page, to }, context));

/** Returns a page of a manifest by its id. */
export function pageIn(one: Manifest, id: string): Page {
  return manifestIndex(one).pageById.get(id)!.page;
}

/** Returns the text of a page of a manifest. */
export function textIn(one: Manifest, id: string): string {
  return textOfPage(pageIn(one, id));
}

/** Returns the ids of the link targets of a page, by the text of each link's span. */
export function linksIn(one: Manifest, id: string): Record<string, string> {
  const text = textIn(one, id);
  return Object.fromEntries(
    (pageIn(one, id).links ?? []).map(({ start, end, target }) => [text.slice(start, end), target.id]),
  );
}

/** Returns the pointer and message of the error that an edit throws, or "not refused". */
export function errorMessageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ContentError) return `${error.pointer}: ${error.message}`;
    throw error;
  }
  return 'not refused';
}
