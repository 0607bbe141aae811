import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

// Changes content at the head of a space, without a change request. All changes of a request are one revision.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const space = () => seedSpace(test, acme, { 'README.md': '# Home\n' });
const page = (title: string) => ({ insertPage: { title, document: { markdown: `${title}.` } } });

async function write(input: { space: string; changes: object[]; head?: string }) {
  const query = `mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) {
    space { revision { id pages(first: 9) { nodes { title } } } } revision { id type } } }`;
  const { data, errors } = await test.graphql(query, { token: admin.token, variables: { input } });
  return { ...data?.updateSpaceContent, error: errors?.[0] };
}

describe('changing the head of a space without a change request', () => {
  it('stores all changes as one revision, the head', async () => {
    const id = await space();
    const { space: written, revision } = await write({ space: id, changes: [page('One'), page('Two')] });
    expect(written.revision.pages.nodes.map(({ title }: { title: string }) => title)).toEqual(['Home', 'One', 'Two']);
    expect(revision).toEqual({ id: written.revision.id, type: 'EDITS' });
  });

  it('refuses changes based on another head, and reports the current one', async () => {
    const id = await space();
    const { revision } = await write({ space: id, changes: [page('One')] });
    const late = await write({ space: id, changes: [page('Two')], head: 'rev_other' });
    expect(late.error).toMatchObject({
      extensions: { code: 'CONFLICT', reason: 'REVISION_MOVED', revision: revision.id },
    });
    expect((await write({ space: id, changes: [page('Two')], head: revision.id })).error).toBeUndefined();
  });

  it('returns an error for `revertPage` without `revision`', async () => {
    const id = await space();
    const { error } = await write({ space: id, changes: [{ revertPage: { page: 'page_x' } }] });
    expect(error).toMatchObject({ message: expect.stringContaining('`changes[0].revision` is required') });
  });

  it.each(['updateSpaceContent', 'revertTo', 'applyTemplate'])(
    'is not possible if the space has merge rules: %s',
    async (name) => {
      const id = await space();
      const [{ body }] = [await test.rest('GET', `/spaces/${id}`, { token: admin.token })];
      await write({ space: id, changes: [page('One')] });
      const setRules = (rules: object[]) =>
        test.rest('PATCH', `/spaces/${id}`, { token: admin.token, body: { mergeRules: { type: 'rules', rules } } });
      const inputs = {
        updateSpaceContent: { space: id, changes: [page('Two')] },
        revertTo: { space: id, revision: body.revision },
        applyTemplate: { space: id, template: await space() },
      };
      const input = inputs[name as keyof typeof inputs];
      const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { space { id } } }`;
      const ask = async () => (await test.graphql(query, { token: admin.token, variables: { input } })).errors?.[0];
      const rule = { rule: 'require_change_request_subject' };
      expect((await setRules([rule])).status).toBe(200);
      expect(await ask()).toMatchObject({ extensions: { code: 'CONFLICT', reason: 'MERGE_RULE_UNMET' } });
      await setRules([rule, { rule: 'allow_bypass', users: [admin.id] }]);
      expect(await ask()).toBeUndefined();
    },
  );
});
