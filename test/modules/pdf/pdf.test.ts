import { describe, expect, it } from 'vitest';
import { readPdf } from '../../render/pdf/read-pdf.js';
import { publicUrl, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedStranger } from '../../support/seed.js';
import { seedManual } from '../manual-space.js';
import { processWaitingSpecifications } from '../specifications/processing.js';

const test = await testApp();
const acme = await seedOrganization(test);
const manual = await seedManual(test, acme);
const { admin } = acme;

const ask = (query = '', space = manual.id) => test.rest('GET', `/spaces/${space}/pdf${query}`, admin);

async function open(url: string) {
  expect(url.startsWith(`${publicUrl}/pdfs/`)).toBe(true);
  const answer = await test.app.inject({ method: 'GET', url: url.slice(publicUrl.length) });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

const read = async (query = '', space = manual.id) => readPdf((await open((await ask(query, space)).body.url)).body);

describe('a PDF', () => {
  it('has the pages of a space in reading order, with a title, a table of contents and bookmarks', async () => {
    const pdf = await read();
    expect(pdf.title).toBe('Manual');
    expect(pdf.sheets[0]).toMatch(/^Manual/);
    expect(pdf.sheets[1]).toMatch(/Welcome\s*3\s*Guide\s*4\s*Install\s*5\s*Use\s*6/);
    expect(pdf.bookmarks.map(({ title, items }) => [title, items.map((below) => below.title)])).toEqual([
      ['Welcome', []],
      ['Guide', ['Install', 'Use']],
      ['More', ['Elsewhere']],
    ]);
    expect(pdf.bookmarks[1]!.items.map(({ sheet }) => sheet)).toEqual([5, 6]);
    expect(pdf.links[2]).toEqual([5]);
    expect(pdf.links[5]).toEqual([5]);
    expect(pdf.links.flat()).toContain('https://example.org/more');
  });

  it('shows the link title of a page in contents and bookmarks, and its title in the heading', async () => {
    const space = await seedSpace(test, acme.id, {
      'README.md': '# Home\n',
      'b.md': 'Text.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Long name](b.md "Short")\n',
    });
    const pdf = await read('', space);
    expect(pdf.sheets[1]).toMatch(/Home\s*3\s*Short\s*4/);
    expect(pdf.bookmarks.map(({ title }) => title)).toEqual(['Home', 'Short']);
    expect(pdf.sheets[3]).toMatch(/^Long name/);
  });

  it('can be of a page with the pages below it, or of only the page', async () => {
    const page = manual.page('guide');
    const below = await read(`?page=${page}`);
    expect([below.title, below.bookmarks[0]?.items.length]).toEqual(['Guide', 2]);
    expect(below.text).toContain('Backtoinstall');
    const alone = await read(`?page=${page}&only=true`);
    expect(alone.sheets).toHaveLength(1);
    expect(alone.sheets[0]).toMatch(/^Guide\nAll of it\./);
  });

  it('links to the server for a page that is not in it', async () => {
    const alone = await read(`?page=${manual.page('guide/use')}&only=true`);
    expect(alone.links).toEqual([[`${publicUrl}/app/${manual.page('guide/install')}`]]);
  });

  it('is served at its URL and named after its content', async () => {
    const { headers, status } = await open((await ask(`?page=${manual.page('guide')}`)).body.url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''Guide.pdf");
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('can be of the proposed content of a change request', async () => {
    const created = await test.rest('POST', `/spaces/${manual.id}/change-requests`, { ...admin, body: {} });
    const path = `/spaces/${manual.id}/change-requests/${created.body.id}`;
    const changes = [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'Only here.\n' } }];
    await test.rest('POST', `${path}/content`, { ...admin, body: { changes } });
    const { body } = await test.rest('GET', `${path}/pdf`, admin);
    expect((await readPdf((await open(body.url)).body)).text).toContain('Onlyhere.');
    expect((await read()).text).not.toContain('Onlyhere.');
  });

  it('leaves out hidden pages and the pages below them, unless one is requested', async () => {
    const space = await seedSpace(test, acme.id, {
      'SUMMARY.md': '* [Shown](README.md)\n* [Secret](secret/README.md)\n  * [Deep](secret/deep.md)\n',
      'README.md': '# Shown\n',
      'secret/README.md': '---\nhidden: true\n---\n\n# Secret\n',
      'secret/deep.md': '# Deep\n',
    });
    expect((await read('', space)).text).not.toMatch(/Secret|Deep/);
    const { body } = await test.rest('GET', `/spaces/${space}/content/pages`, admin);
    const secret = body.pages.find(({ title }: { title: string }) => title === 'Secret').id;
    expect((await read(`?page=${secret}`, space)).text).toMatch(/Secret.*Deep/s);
  });

  it('returns 404 for a page that the revision does not have, and requires `page` for `only`', async () => {
    const unknown = await ask('?page=page_unknown');
    expect([unknown.status, unknown.body.error.message]).toEqual([404, 'No page with the id "page_unknown"']);
    const refused = await ask('?only=true');
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('`only` needs `page`')]);
  });

  it('shows the newest version of a specification, only to viewers who may see it, and is rendered again for a newer one', async () => {
    const openapi = `/orgs/${acme.id}/openapi`;
    const describe = async (summary: string): Promise<void> => {
      const paths = { '/pets': { get: { summary, responses: { 200: { description: 'All of them' } } } } };
      const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths });
      await test.rest('PUT', `${openapi}/pets`, { ...admin, body: { source: { text } } });
      await processWaitingSpecifications(test);
    };
    await describe('List pets');
    const block =
      '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[pets](https://x.test)\n{% endopenapi-operation %}\n';
    const space = await seedSpace(test, acme.id, { 'README.md': `# Welcome\n\n${block}` });
    const { url } = (await ask('', space)).body;
    const [first, again] = [await open(url), await open(url)];
    expect((await readPdf(first.body)).text).toMatch(/List\s*pets.*All\s*of\s*them/s);
    expect(again.headers.etag).toBe(first.headers.etag);
    await describe('Find pets');
    expect((await readPdf((await open(url)).body)).text).toMatch(/Find\s*pets/);
    const guest = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: guest.id, on: space, role: 'edit' });
    const { body } = await test.rest('GET', `/spaces/${space}/pdf`, guest);
    expect((await readPdf((await open(body.url)).body)).text).not.toMatch(/Find/);
    expect((await open(`${body.url}&specifications=true`)).status).toBe(404);
  });

  it('shows the lines of files that its pages include', async () => {
    const space = await seedSpace(test, acme.id, {
      'README.md': '# Home\n\n```js\n{{#include code/a.js:2:3}}\n```\n\n{{#include note.md}}\n',
      'note.md': '---\ntitle: Note\n---\n\nNoted below.\n',
      'code/a.js': 'one\ntwo\nthree\nfour\n',
    });
    const { sheets } = await read('', space);
    const home = sheets.find((sheet) => sheet.includes('two'))!;
    expect(home).toMatch(/two\s*three.*Noted below\./s);
    expect(home).not.toMatch(/one|four|#include/);
  });

  it('returns 404 to strangers, and for a changed URL', async () => {
    const stranger = await seedStranger(test);
    expect((await test.rest('GET', `/spaces/${manual.id}/pdf`, stranger)).status).toBe(404);
    const { url } = (await ask(`?page=${manual.page('guide')}&only=true`)).body;
    for (const changed of [
      url.replace('only=true', ''),
      url.replace('Guide.pdf', 'Else.pdf'),
      url.replace(/page=[^&]+&/, ''),
    ])
      expect((await open(changed)).status).toBe(404);
  });

  it('is not found at its URL after its space is deleted', async () => {
    const space = await seedSpace(test, acme.id);
    const { url } = (await ask('', space)).body;
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.space.update({ where: { id: space }, data: { deletedAt: new Date() } })),
    );
    expect((await open(url)).status).toBe(404);
  });

  it('has a URL and an expiry within an hour in GraphQL', async () => {
    const query = 'query ($id: ID!) { space(id: $id) { pdf { url expiresAt } } }';
    const hour = 3_600_000;
    // The test runs from the start to the end of an hour. The URL stays the same within each half hour.
    const start = Math.ceil(Date.now() / hour) * hour;
    const urls = new Set<string>();
    for (const minute of [0, 1, 29, 30, 59]) {
      moveClock(start + minute * 60_000 - Date.now());
      const { data } = await test.graphql(query, { ...admin, variables: { id: manual.id } });
      const { url, expiresAt } = data.space.pdf;
      const left = Date.parse(expiresAt) - Date.now();
      expect([minute, left > hour / 2, left <= hour]).toEqual([minute, true, true]);
      urls.add(url);
      moveClock(left - 1);
      expect((await open(url)).status).toBe(200);
      moveClock(1);
      expect((await open(url)).status).toBe(404);
    }
    expect(urls.size).toBe(2);
  });
});
