import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, headText, openChangeRequest } from './proposal.js';

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

const install = 'guide/install';
const text = (...lines: string[]) => `# Install\n\n${lines.join('\n\n')}\n`;
const write = (markdown: string, page = install) => ({
  operation: 'update_page',
  page: manual.page(page),
  document: { markdown },
});
const title = (value: string, page = 'guide') => ({ operation: 'update_page', page: manual.page(page), title: value });

/** Merges the first changes into the space, and adds the others to the second change request. */
async function diverge(merged: object[], proposed: object[]): Promise<void> {
  for (const [proposal, changes] of [
    [first!, merged],
    [second!, proposed],
  ] as const)
    if ((await proposal.change(...changes)).status !== 200) throw new Error('The change was refused');
  if ((await first!.merge()).body.result !== 'merge') throw new Error('The first was not merged');
}

const conflictFields = `id kind pageId resolved resolution { choice value resolvedBy { id } }
  hunks { id ours theirs place { base { startLine endLine } ours { startLine endLine } theirs { startLine endLine } }
    resolution { choice value } }`;

async function conflicts() {
  const query = `query ($id: ID!) { changeRequest(id: $id) { conflicts { ${conflictFields} } } }`;
  return (await test.graphql(query, { token, variables: { id: second!.id } })).data.changeRequest.conflicts;
}

const mutation = `mutation ($input: ResolveConflictsInput!) { resolveConflicts(input: $input) {
  changeRequest { outdated revisionId } conflicts { ${conflictFields} } revision { id type parents } } }`;

async function answer(resolutions: object[], as: { token: string } = acme.admin) {
  const input = { space: manual.id, changeRequest: second!.id, resolutions };
  return test.graphql(mutation, { ...as, variables: { input } });
}

async function resolve(...resolutions: object[]) {
  const { data, errors } = await answer(resolutions);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.resolveConflicts;
}

/** Creates a conflict with two hunks in one text. */
const twoHunks = () =>
  diverge([write(text('Ours 1.', 'Second.', 'Ours 3.'))], [write(text('Theirs 1.', 'Second.', 'Theirs 3.'))]);

it('each hunk has its line ranges in the base, in ours and in theirs', async () => {
  await diverge(
    [write(text('New.\n\nFirst.', 'Second.', 'Ours.'))],
    [write(text('First.', 'Second.', 'Theirs.\nMore.'))],
  );
  const [{ hunks }] = await conflicts();
  const at = (startLine: number, endLine: number) => ({ startLine, endLine });
  expect(hunks).toMatchObject([{ place: { base: at(7, 7), ours: at(9, 9), theirs: at(7, 8) } }]);
});

it('a conflict has its page from the space if the change request deleted it', async () => {
  await diverge([write('Ours.\n'), title('Ours')], [{ operation: 'delete_page', page: manual.page(install) }]);
  const query = 'query ($id: ID!) { changeRequest(id: $id) { conflicts { kind page { id title } file { id } } } }';
  const { data } = await test.graphql(query, { token, variables: { id: second!.id } });
  expect(data.changeRequest.conflicts).toEqual([
    { kind: 'PAGE_DELETED', page: { id: manual.page(install), title: 'Install' }, file: null },
  ]);
});

it('resolving the last conflict updates the change request in one revision, and the merge succeeds', async () => {
  await twoHunks();
  const before = await second!.get();
  const [{ id, hunks }] = await conflicts();
  const partly = await resolve({ conflict: hunks[0].id, choice: 'OURS' });
  expect(partly).toMatchObject({ revision: null, conflicts: [{ id, resolved: false }] });
  expect(partly.conflicts[0].hunks).toMatchObject([{ resolution: { choice: 'OURS' } }, { resolution: null }]);
  expect(await second!.get()).toEqual(before);
  expect((await second!.merge()).body.result).toBe('conflicts');
  const space = (await test.rest('GET', `/spaces/${manual.id}`, { token })).body.revision;
  const done = await resolve({ conflict: hunks[1].id, choice: 'THEIRS' });
  expect(done).toMatchObject({
    changeRequest: { outdated: false, revisionId: done.revision.id },
    conflicts: [],
    revision: { type: 'UPDATE', parents: [before.revision, space] },
  });
  expect(await second!.text(install)).toBe(text('Ours 1.', 'Second.', 'Theirs 3.'));
  expect((await second!.merge()).body.result).toBe('merge');
  expect(await headText(test, manual.id, { token, page: install })).toBe(text('Ours 1.', 'Second.', 'Theirs 3.'));
});

it('a hunk can be resolved with the lines of both sides, ours first, or with a given text', async () => {
  await twoHunks();
  const [{ hunks }] = await conflicts();
  await resolve(
    { conflict: hunks[0].id, choice: 'BOTH' },
    { conflict: hunks[1].id, choice: 'VALUE', value: 'Another end.' },
  );
  expect(await second!.text(install)).toBe(text('Ours 1.\nTheirs 1.', 'Second.', 'Another end.'));
});

it('the id of a conflict resolves all hunks of its text, and replaces earlier resolutions', async () => {
  await twoHunks();
  await first!.get();
  const [{ id, hunks }] = await conflicts();
  await resolve({ conflict: hunks[0].id, choice: 'OURS' });
  await resolve({ conflict: id, choice: 'THEIRS' });
  expect(await second!.text(install)).toBe(text('Theirs 1.', 'Second.', 'Theirs 3.'));
});

it('conflicts of fields, moves and deletions can be resolved with a side or a value', async () => {
  const { id: more } = (await test.rest('GET', `/spaces/${manual.id}/content/path/more`, { token })).body;
  const move = (into: string | null) => ({ operation: 'update_page', page: manual.page('guide/use'), into });
  await diverge(
    [title('Ours'), move(more), { operation: 'delete_page', page: manual.page(install) }],
    [title('Theirs'), move(null), write('# Install\n\nTheirs.\n')],
  );
  const unresolved = await conflicts();
  const idOf = (kind: string) => unresolved.find((one: { kind: string }) => one.kind === kind).id;
  const fields = unresolved.filter((one: { kind: string }) => one.kind === 'PAGE_FIELD');
  await resolve(
    { conflict: idOf('PAGE_DELETED'), choice: 'THEIRS' },
    { conflict: idOf('PAGE_MOVED'), choice: 'VALUE', value: manual.page('guide') },
  );
  expect(await conflicts()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'PAGE_MOVED',
        resolved: true,
        resolution: { choice: 'VALUE', value: manual.page('guide'), resolvedBy: { id: acme.admin.id } },
      }),
    ]),
  );
  const remaining = fields.map(({ id }: { id: string }) => ({ conflict: id, choice: 'OURS' }));
  const last = await resolve(...remaining);
  expect(last).toMatchObject({ conflicts: [], revision: { type: 'UPDATE' } });
  expect((await second!.merge()).body.result).toBe('merge');
  const { pages } = (await test.rest('GET', `/spaces/${manual.id}/content`, { token })).body;
  const guide = pages.find((page: { id: string }) => page.id === manual.page('guide'));
  expect(guide.title).toBe('Ours');
  expect(guide.pages.map((page: { id: string }) => page.id).sort()).toEqual(
    [manual.page(install), manual.page('guide/use')].sort(),
  );
});

it('a resolution is void when the space changes the lines of its hunk, which is then unresolved', async () => {
  await twoHunks();
  const [{ hunks }] = await conflicts();
  await resolve({ conflict: hunks[0].id, choice: 'THEIRS' });
  const third = await openChangeRequest(test, manual.id, token);
  await third.change(write(text('Ours, anew.', 'Second.', 'Ours 3.')));
  await third.merge();
  const [moved] = await conflicts();
  expect(moved.hunks).toMatchObject([
    { ours: ['Ours, anew.\n'], resolution: null },
    { id: hunks[1].id, resolution: null },
  ]);
  expect(moved.hunks[0].id).not.toBe(hunks[0].id);
});

it('a resolution is valid while the space changes other lines', async () => {
  await twoHunks();
  const [{ hunks }] = await conflicts();
  await resolve({ conflict: hunks[1].id, choice: 'THEIRS' });
  const third = await openChangeRequest(test, manual.id, token);
  await third.change(write(text('Ours, anew.', 'Second.', 'Ours 3.')), title('Elsewhere'));
  await third.merge();
  const [moved] = await conflicts();
  expect(moved.hunks.map(({ resolution }: { resolution: object | null }) => resolution !== null)).toEqual([
    false,
    true,
  ]);
  await resolve({ conflict: moved.hunks[0].id, choice: 'OURS' });
  expect(await second!.text(install)).toBe(text('Ours, anew.', 'Second.', 'Theirs 3.'));
});

it('resolving an unknown conflict returns CONFLICT, and no other conflict of the request is resolved', async () => {
  await twoHunks();
  const [{ hunks }] = await conflicts();
  const { errors } = await answer([
    { conflict: hunks[0].id, choice: 'OURS' },
    { conflict: 'cfl_gone', choice: 'OURS' },
  ]);
  expect(errors).toMatchObject([
    {
      message:
        '`resolutions[1].conflict` must be a conflict that the change request has now (got "cfl_gone"): read its conflicts again',
      extensions: { code: 'CONFLICT', reason: 'CONFLICT_OUTDATED', field: 'resolutions[1].conflict' },
    },
  ]);
  expect((await conflicts())[0].hunks).toMatchObject([{ resolution: null }, { resolution: null }]);
});

it.each([
  ['a value of another type', { choice: 'VALUE', value: 1 }, 'value'],
  ['a value together with a side', { choice: 'OURS', value: 'x' }, 'value'],
  ['`BOTH` for a title', { choice: 'BOTH' }, 'choice'],
  ['an empty title', { choice: 'VALUE', value: '' }, 'value/title'],
])('a resolution with %s is refused', async (_, resolution, member) => {
  await diverge([title('Ours')], [title('Theirs')]);
  const unresolved = (await conflicts()).find((one: { kind: string }) => one.kind === 'PAGE_FIELD');
  const { errors } = await answer([{ conflict: unresolved.id, ...resolution }]);
  const field = `resolutions[0].${member.replace('/', '.')}`;
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }]);
});

it('a resolved description is written to the front matter', async () => {
  const describe = (description: string) => ({ operation: 'update_page', page: manual.page('guide'), description });
  await diverge([describe('Ours')], [describe('Theirs')]);
  const unresolved = await conflicts();
  const choices = { PAGE_FIELD: 'THEIRS', PAGE_TEXT: 'OURS' } as Record<string, string>;
  await resolve(
    ...unresolved.map(({ id, kind }: Record<string, string>) => ({ conflict: id, choice: choices[kind!] })),
  );
  expect((await second!.merge()).body.result).toBe('merge');
  const page = (await test.rest('GET', `/spaces/${manual.id}/content/path/guide`, { token })).body;
  expect(page.description).toBe('Theirs');
});

it('resolving a conflict requires the role edit, and a change request that is not merged', async () => {
  await twoHunks();
  const [{ id }] = await conflicts();
  const reader = await seedMember(test, acme.id, 'read');
  expect((await answer([{ conflict: id, choice: 'OURS' }], reader)).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
  await resolve({ conflict: id, choice: 'OURS' });
  await second!.merge();
  expect((await answer([{ conflict: id, choice: 'OURS' }])).errors).toMatchObject([
    { extensions: { code: 'CONFLICT', reason: 'WRONG_STATE' } },
  ]);
});

it('an update with resolutions has the same result as the merge', async () => {
  await twoHunks();
  const [{ hunks }] = await conflicts();
  await resolve({ conflict: hunks[0].id, choice: 'BOTH' });
  // The other conflict disappears by itself, without a resolution.
  const third = await openChangeRequest(test, manual.id, token);
  await third.change(write(text('Ours 1.', 'Second.', 'Theirs 3.')));
  await third.merge();
  expect((await conflicts())[0].resolved).toBe(true);
  expect((await second!.update()).body.result).toBe('update');
  expect(await second!.text(install)).toBe(text('Ours 1.\nTheirs 1.', 'Second.', 'Theirs 3.'));
  expect((await second!.merge()).body.result).toBe('merge');
  expect(await headText(test, manual.id, { token, page: install })).toBe(
    text('Ours 1.\nTheirs 1.', 'Second.', 'Theirs 3.'),
  );
});

it('a review is outdated once the last conflict is resolved, because the reviewer has not seen the result', async () => {
  await twoHunks();
  const body = { status: 'approved' };
  expect((await test.rest('POST', `${second!.path}/reviews`, { token, body })).status).toBe(201);
  const outdated = async () => (await test.rest('GET', `${second!.path}/reviews`, { token })).body.items[0].outdated;
  const [{ hunks }] = await conflicts();
  await resolve({ conflict: hunks[0].id, choice: 'OURS' });
  expect(await outdated()).toBe(false);
  await resolve({ conflict: hunks[1].id, choice: 'THEIRS' });
  expect(await outdated()).toBe(true);
});
