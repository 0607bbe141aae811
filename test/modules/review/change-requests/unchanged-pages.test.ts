import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';
import { openChangeRequest } from './proposal.js';

// A client reads pages and writes them back unchanged. No page is refused, and there is no new revision.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

type Node = { id: string; type: string; pages?: Node[] };
const allOf = (pages: Node[]): Node[] => pages.flatMap((page) => [page, ...allOf(page.pages ?? [])]);

/** Writes every document of a space back into a change request, 50 pages a request. */
async function writeBack(space: string, format: 'document' | 'markdown') {
  const proposal = await openChangeRequest(test, space, token);
  const get = async (path: string) => (await test.rest('GET', `${proposal.path}/content${path}`, { token })).body;
  const ids = allOf((await get('/pages')).pages).flatMap(({ id, type }) => (type === 'document' ? [id] : []));
  expect(ids.length).toBeGreaterThan(1);
  for (let from = 0; from < ids.length; from += 50) {
    const pages = await Promise.all(ids.slice(from, from + 50).map((id) => get(`/page/${id}?format=${format}`)));
    const changes = pages.map((page) => ({
      operation: 'update_page',
      page: page.id,
      document: { [format]: page[format] },
    }));
    const { status, body } = await proposal.change(...changes);
    expect([status, body.error?.message]).toEqual([200, undefined]);
  }
  const { revision, revisionInitial } = await proposal.get();
  expect(revision).toBe(revisionInitial);
}

describe.each(['document', 'markdown'] as const)('pages read as %s and written back', (format) => {
  it('are unchanged, even if their Markdown has another style or unknown blocks', async () => {
    const space = await seedSpace(test, acme, {
      'README.md': '---\ncover: gone.png\n---\n\nHome\n====\n\n* [use](use.md)\n* [gone](gone.md#x)\n\n- - -\n',
      'use.md':
        '<video src="x.mp4" custom></video>\n\n![x](docgraph:file/gone)\n\n{% hint style="odd" %}\nx\n{% endhint %}\n',
    });
    await writeBack(space, format);
  });

  const folder = sharedPath('docs/small-laravel-translatable');
  it.skipIf(!existsSync(folder))(`are unchanged in a real space${skippedWithout(folder)}`, async () => {
    const actor = { store: test.store, viewer: test.operator };
    const { spaceId } = await importIntoSpace(actor, {
      organization: acme,
      title: 'Corpus',
      entries: readFolder(folder),
    });
    await writeBack(spaceId, format);
  });
});
