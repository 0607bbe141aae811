import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let [first, second]: ChangeRequestClient[] = [];

beforeEach(async () => {
  manual = await seedManual(test, acme);
  first = await openChangeRequest(test, manual.id, token);
  second = await openChangeRequest(test, manual.id, token);
});

const write = (path: string, markdown: string) => ({
  operation: 'update_page',
  page: manual.page(path),
  document: { markdown },
});
const remove = (path: string) => ({ operation: 'delete_page', page: manual.page(path) });

const fields = `mergePreview { changedPages brokenLinkCount conflicts { id kind resolved }
  brokenLinks { page { id } targetPage { id title } targetFile { id } } }`;

const ask = (selection = fields) =>
  test.graphql(`query ($id: ID!) { changeRequest(id: $id) { ${selection} } }`, {
    token,
    variables: { id: second!.id },
  });

const preview = async () => (await ask()).data.changeRequest.mergePreview;

describe('the merge preview', () => {
  it('counts the pages that a merge would change', async () => {
    await first!.change(write('guide', 'Ours.\n'));
    await first!.merge();
    await second!.change(write('guide/use', 'Theirs.\n'), { operation: 'insert_page', title: 'New', document: {} });
    expect(await preview()).toEqual({ changedPages: 2, brokenLinkCount: 0, brokenLinks: [], conflicts: [] });
    const { revision } = (await second!.merge()).body;
    const query = 'query ($id: ID!) { node(id: $id) { ... on Revision { parents } } }';
    expect((await test.graphql(query, { token, variables: { id: revision } })).data.node.parents).toHaveLength(2);
  });

  it('lists the links that would break, in existing pages and in pages added to the space since', async () => {
    await first!.change({
      operation: 'insert_page',
      title: 'New',
      document: { markdown: 'Do [install](guide/install.md).\n' },
    });
    await first!.merge();
    await second!.change(
      remove('guide/install'),
      write('', '# Welcome\n\nSee [installing](guide/install.md), again.\n'),
    );
    const { id: added } = (await test.rest('GET', `/spaces/${manual.id}/content/path/new`, { token })).body;
    const targetPage = { id: manual.page('guide/install'), title: 'Install' };
    const { brokenLinkCount, brokenLinks } = await preview();
    expect(brokenLinkCount).toBe(3);
    expect(brokenLinks).toEqual(
      expect.arrayContaining(
        ['', 'guide/use']
          .map((path) => manual.page(path))
          .concat(added)
          .map((id) => ({ page: { id }, targetPage, targetFile: null })),
      ),
    );
  });

  it('reports only the conflicts while one is unresolved', async () => {
    await first!.change(write('guide', 'Ours.\n'));
    await first!.merge();
    await second!.change(write('guide', 'Theirs.\n'));
    expect(await preview()).toMatchObject({
      changedPages: null,
      brokenLinkCount: null,
      brokenLinks: [],
      conflicts: [{ kind: 'PAGE_TEXT', resolved: false }],
    });
  });

  it('is null for a merged change request', async () => {
    await second!.merge();
    expect(await preview()).toBeNull();
  });

  it('and the conflicts are read together in at most five batches, one of them for all texts', async () => {
    await first!.change(write('guide', 'Ours.\n'));
    await first!.merge();
    await second!.change(write('guide', 'Theirs.\n'));
    const both = 'conflicts { id page { id title } hunks { resolution { resolvedBy { id } } } }';
    const batches = await test.batches(() => ask(`${fields} ${both}`));
    // Batches: the change request, its space, its resolutions, its revisions, two texts that differ. Manifests are in
    // memory.
    expect(batches.length).toBeLessThanOrEqual(5);
    expect(batches.filter((sql) => sql.includes('"Blob"'))).toHaveLength(1);
    expect(batches.filter((sql) => sql.includes('"ConflictResolution"'))).toHaveLength(1);
  });
});
