import { beforeEach, describe, expect, it } from 'vitest';
import { anotherInstance, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

// Responses about pages are cached by a key of all inputs. When an input changes, the next request gets the new
// response.

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

let manual: Manual;
let space: string;
beforeEach(async () => {
  manual = await seedManual(test, acme);
  space = `/spaces/${manual.id}`;
});

const get = (path: string, who = token, app = test) => app.rest('GET', path, { token: who });
const reads = () =>
  ['pages', 'path/guide/install', 'path/guide/install?format=markdown'].map((one) => `${space}/content/${one}`);

/** Merges a new text of a page. */
async function edit(path: string, markdown: string) {
  const proposal = await openChangeRequest(test, manual.id, token);
  await proposal.change({ operation: 'update_page', page: manual.page(path), document: { markdown } });
  expect((await proposal.merge()).status).toBe(200);
}

it('a cached response takes one batch, which reads the space', async () => {
  for (const path of reads()) {
    const first = await get(path);
    let again = first;
    const batches = await test.batches(async () => {
      again = await get(path);
    });
    expect([batches.length, again.body, again.headers.etag]).toEqual([1, first.body, first.headers.etag]);
  }
});

describe('a page has a new response', () => {
  const read = () => Promise.all(reads().map(async (path) => (await get(path)).body));

  it('after an edit of the page, with the time of the edit', async () => {
    const [, , before] = await read();
    moveClock(60_000);
    await edit('guide/install', 'Fourth.\n');
    const [pages, document, markdown] = await read();
    expect(JSON.stringify(document)).toContain('Fourth.');
    expect(markdown.markdown).toContain('Fourth.');
    expect(markdown.updatedAt).not.toBe(before.updatedAt);
    expect(JSON.stringify(pages)).toContain(markdown.updatedAt);
  });

  it('after an edit through another instance', async () => {
    const other = await anotherInstance(test);
    await read();
    const proposal = await openChangeRequest(other, manual.id, token);
    const changed = {
      operation: 'update_page',
      page: manual.page('guide/install'),
      document: { markdown: 'Fifth.\n' },
    };
    await proposal.change(changed);
    await proposal.merge();
    expect((await get(reads()[2]!)).body.markdown).toContain('Fifth.');
  });

  it('after a merge that sets the times of pages, although the content of the change request is unchanged', async () => {
    const proposal = await openChangeRequest(test, manual.id, token);
    await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } });
    const { revision } = await proposal.get();
    const path = `${space}/revisions/${revision}/path/new`;
    expect((await get(path)).body).not.toHaveProperty('createdAt');
    await proposal.merge();
    expect((await get(path)).body).toHaveProperty('createdAt');
  });

  it('for each request that evaluates its expressions', async () => {
    const clock = '<code class="expression">now()</code>\n';
    await edit('guide/use', clock);
    const evaluated = async () =>
      (await get(`${space}/content/path/guide/use?format=markdown&evaluated=true`)).body.markdown;
    moveClock(0);
    const first = await evaluated();
    moveClock(60_000);
    expect(await evaluated()).not.toBe(first);
  });
});

describe('a cached response', () => {
  it('is the same for all readers of the space, and is not sent to other viewers', async () => {
    const [reader, stranger] = [await seedMember(test, acme.id, 'read'), await seedStranger(test)];
    for (const path of reads()) {
      const { body } = await get(path);
      expect((await get(path, reader.token)).body).toEqual(body);
      expect((await get(path, stranger.token)).status).toBe(404);
      expect((await get(path, 'no token')).status).toBe(401);
    }
  });

  it('is not sent to a viewer who lost the right to read it', async () => {
    const reader = await seedMember(test, acme.id, 'read');
    for (const path of reads()) expect((await get(path, reader.token)).status).toBe(200);
    const left = await test.rest('DELETE', `/orgs/${acme.id}/members/${reader.id}`, { token });
    expect(left.status).toBe(204);
    for (const path of reads()) expect((await get(path, reader.token)).status).toBe(404);
  });
});
