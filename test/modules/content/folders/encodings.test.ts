import { expect, it } from 'vitest';
import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const { token } = admin;
const latin = Buffer.from('# \xdcber uns\n\nGr\xf6\xdfe und H\xf6he, siehe [Start](README.md).\n', 'latin1');

async function importLatin() {
  const entries = new Map([
    ['README.md', () => Buffer.from('# Start\n')],
    ['latin.md', () => latin],
  ]);
  const { spaceId: space, notices } = await importIntoSpace(
    { store: test.store, viewer: test.operator },
    { organization, title: 'Latin', entries },
  );
  const page = (await pagesByPath(test, space, token)).get('latin')!;
  return { space, notices, page };
}

const get = async (path: string) => (await test.rest('GET', path, { token })).body;
const fileOf = async (space: string) =>
  Buffer.from((await exportSpace(test.store, space)).find(({ path }) => path === 'latin.md')!.bytes);

it('a page in another encoding is imported with unchanged bytes, and its text can be read and found', async () => {
  const { space, notices, page } = await importLatin();
  expect(notices).toEqual([{ kind: 'encoding', file: 'latin.md', message: 'must be UTF-8 (got windows-1252)' }]);
  const { title, markdown } = await get(`/spaces/${space}/content/page/${page}?format=markdown`);
  expect([title, markdown]).toEqual(['Über uns', expect.stringContaining('Größe und Höhe')]);
  expect((await get(`/spaces/${space}/search?query=H%C3%B6he`)).items).toMatchObject([{ title: 'Über uns' }]);
  expect((await get(`/spaces/${space}/links?status=broken`)).items).toEqual([]);
  expect(await fileOf(space)).toEqual(latin);
});

it('the first edit converts the page to UTF-8, and only the response to this edit reports it', async () => {
  const { space, page } = await importLatin();
  const subject = { subject: 'Edit' };
  const { body: draft } = await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: subject });
  const edit = async (document: object) => {
    const body = { changes: [{ operation: 'update_page', page, document }] };
    const path = `/spaces/${space}/change-requests/${draft.id}/content?compat=false`;
    return (await test.rest('POST', path, { token, body })).body.convertedPages;
  };
  expect(await edit({ markdown: '# Über uns\n\nNeue Größe.\n' })).toEqual([{ page, encoding: 'windows-1252' }]);
  expect(await edit({ markdown: '# Über uns\n\nNoch eine Größe.\n' })).toEqual([]);
  await test.rest('POST', `/spaces/${space}/change-requests/${draft.id}/merge`, { token });
  expect((await fileOf(space)).toString('utf8')).toContain('Noch eine Größe.');
});

it('a page that only moves in the tree retains its bytes, also at the head of a space', async () => {
  const { space, page } = await importLatin();
  const query = `mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) {
    update { convertedPages { pageId encoding } } } }`;
  const write = async (updatePage: object) => {
    const input = { space, changes: [{ updatePage: { page, ...updatePage } }] };
    return (await test.graphql(query, { token, variables: { input } })).data?.updateSpaceContent.update.convertedPages;
  };
  expect(await write({ at: 0 })).toEqual([]);
  expect(await fileOf(space)).toEqual(latin);
  expect(await write({ description: 'Größe' })).toEqual([{ pageId: page, encoding: 'windows-1252' }]);
  expect((await fileOf(space)).toString('utf8')).toContain('description: Größe');
});
