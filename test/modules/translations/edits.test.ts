import { describe, expect, it } from 'vitest';
import { pseudoTranslator } from '../../../src/modules/translations/pseudo-translator.js';
import type { TranslationRequest } from '../../../src/modules/translations/translator.js';
import { testApp } from '../../support/app.js';
import { runWaitingTranslations, seedTranslation, type TranslatedSpace } from './translation-kit.js';

const test = await testApp();

const page = (...paragraphs: string[]) => ['# Guide', ...paragraphs].map((text) => `${text}\n`).join('\n');

/** Queries the pages of the result in GraphQL. Returns them by path. */
async function resultPages({ path, admin }: TranslatedSpace): Promise<Record<string, any>> {
  const query = `query ($id: ID!) { translation(id: $id) { pages(first: 100) { nodes {
    page { ... on DocumentPage { path } } isStale staleBlocks staleFields isSourceGone sourcePage { title } } } } }`;
  const variables = { id: path.split('/').at(-1) };
  const { data } = await test.graphql(query, { ...admin, variables });
  const nodes = data.translation.pages.nodes as { page: { path: string } }[];
  return Object.fromEntries(nodes.map(({ page: { path: at }, ...rest }) => [at, rest]));
}

/** Returns the number of stale blocks. */
async function staleBlocks({ path, admin }: TranslatedSpace): Promise<number> {
  const variables = { id: path.split('/').at(-1) };
  const query = 'query ($id: ID!) { translation(id: $id) { staleBlocks } }';
  return (await test.graphql(query, { ...admin, variables })).data.translation.staleBlocks;
}

/** Returns the key of the block that contains a text, in a page at the head of the result. */
async function keyOf(space: TranslatedSpace, path: string, text: string): Promise<string> {
  const { result } = await space.read();
  const { body } = await test.rest('GET', `/spaces/${result.space}/content/path/${path}?format=document`, space.admin);
  const block = body.document.nodes.find((node: object) => JSON.stringify(node).includes(text));
  return block.key;
}

describe('a manual edit of a translation', () => {
  it('is retained if the source has not changed, and is not stale', async () => {
    const space = await seedTranslation(test, { 'guide.md': page('First.', 'Second.') });
    await space.run();
    await space.edit('guide', (text) => text.replace(/.*Ƒíŕšť\./, 'Premièrement.'));
    await space.write({ 'guide.md': page('First.', 'Second of all.') });
    await space.run();
    const text = await space.page('guide');
    expect(text).toContain('Premièrement.');
    expect(text).toContain('Šéçóñď óƒ áļļ.');
    expect((await resultPages(space)).guide).toMatchObject({ isStale: false, staleBlocks: [] });
  });

  it('is retained if the source has changed, and is stale until the next edit', async () => {
    const space = await seedTranslation(test, { 'guide.md': page('First.', 'Second.') });
    await space.run();
    await space.edit('guide', (text) => text.replace(/.*Ƒíŕšť\./, 'Premièrement.'));
    await space.write({ 'guide.md': page('First of all.', 'Second.') });
    await space.run();
    expect(await space.page('guide')).toContain('Premièrement.\n');
    const key = await keyOf(space, 'guide', 'Premièrement.');
    expect((await resultPages(space)).guide).toMatchObject({ isStale: true, staleBlocks: [key] });
    expect(await staleBlocks(space)).toBe(1);
    // The block remains stale in later runs.
    await space.write({ 'guide.md': page('First of all.', 'Second, too.') });
    await space.run();
    expect((await resultPages(space)).guide).toMatchObject({ staleBlocks: [key] });
    await space.edit('guide', (text) => text.replace('Premièrement.', 'Tout d’abord.'));
    expect((await resultPages(space)).guide).toMatchObject({ isStale: false, staleBlocks: [] });
    await space.run();
    expect(await space.page('guide')).toContain('Tout d’abord.');
    expect((await resultPages(space)).guide).toMatchObject({ isStale: false, staleBlocks: [] });
  });

  it('of a title is retained, and is stale if the source has another title', async () => {
    const space = await seedTranslation(test, { 'guide.md': '# Guide\n' });
    await space.run();
    const { result } = await space.read();
    const { body } = await test.rest('GET', `/spaces/${result.space}/content/path/guide`, space.admin);
    const changes = [{ updatePage: { page: body.id, title: 'Le guide' } }];
    const mutation = 'mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { __typename } }';
    await test.graphql(mutation, { ...space.admin, variables: { input: { space: result.space, changes } } });
    await space.write({ 'guide.md': '# Handbook\n' });
    await space.run();
    const after = await test.rest('GET', `/spaces/${result.space}/content/path/guide`, space.admin);
    expect(after.body.title).toBe('Le guide');
    expect((await resultPages(space)).guide).toMatchObject({ isStale: true, staleFields: ['title'] });
  });

  it('retains a page that the source no longer has; pages without edits are removed', async () => {
    const space = await seedTranslation(test, {
      'README.md': '# Home\n',
      'kept.md': page('First.'),
      'gone.md': page('Second.'),
    });
    await space.run();
    await space.edit('kept', (text) => text.replace(/.*Ƒíŕšť\./, 'Premièrement.'));
    await space.write({ 'README.md': '# Home\n' });
    await space.run();
    expect(await space.page('kept')).toContain('Premièrement.');
    const pages = await resultPages(space);
    expect(Object.keys(pages).sort()).toEqual(['', 'kept']);
    expect(pages.kept).toMatchObject({ isStale: true, isSourceGone: true, sourcePage: null });
  });

  it('is retained by runs that find no changes', async () => {
    const space = await seedTranslation(test, { 'guide.md': page('First.') });
    await space.run();
    await space.edit('guide', (text) => `${text}\nAjouté.\n`);
    const before = await space.page('guide');
    for (const _ of [1, 2]) expect(await space.run()).toEqual([]);
    expect(await space.page('guide')).toBe(before);
  });
});

it('a run waits while the result is locked', async () => {
  const space = await seedTranslation(test, { 'guide.md': page('First.') });
  await space.run();
  const { result } = await space.read();
  const patch = (editMode: string) =>
    test.rest('PATCH', `/spaces/${result.space}`, { ...space.admin, body: { editMode } });
  await patch('locked');
  await space.write({ 'guide.md': page('Second.') });
  expect(await space.run()).toEqual([]);
  expect(await space.read()).toMatchObject({ status: 'pending', result });
  await patch('live');
  await runWaitingTranslations(test);
  expect(await space.read()).toMatchObject({ status: 'completed', stats: { runs: 2 } });
  expect(await space.page('guide')).toContain('Šéçóñď.');
});

it('a deleted result is created again, next to the source', async () => {
  const space = await seedTranslation(test, { 'guide.md': page('First.') });
  await space.run();
  const before = (await space.read()).result;
  await test.rest('DELETE', `/spaces/${before.space}`, space.admin);
  expect(await space.run()).toEqual([]);
  const after = (await space.read()).result;
  expect(after.space).not.toBe(before.space);
  expect(await space.page('guide')).toContain('Ƒíŕšť.');
});

it('a run retains edits made during it, and does not write a translation deleted during it', async () => {
  const space = await seedTranslation(test, { 'guide.md': page('First.', 'Second.') });
  await space.run();
  const { result } = await space.read();
  const translatorThatRuns = (callback: () => Promise<unknown>) => ({
    ...pseudoTranslator,
    async translate(given: TranslationRequest, signal: AbortSignal) {
      await callback();
      return pseudoTranslator.translate(given, signal);
    },
  });
  await space.write({ 'guide.md': page('First.', 'Second of all.') });
  await space.run(translatorThatRuns(() => space.edit('guide', (text) => text.replace(/.*Ƒíŕšť\./, 'Premièrement.'))));
  expect(await space.page('guide')).toMatch(/Premièrement\.[\s\S]*šéçóñď óƒ áļļ/i);
  await space.write({ 'guide.md': page('First.', 'Third.') });
  await space.run(translatorThatRuns(() => test.rest('DELETE', `/spaces/${result.space}`, space.admin)));
  expect(await space.read()).toMatchObject({ status: 'pending', stats: { runs: 2 } });
  expect((await test.rest('GET', `/spaces/${result.space}`, space.admin)).body.deletedAt).toBeDefined();
  await space.run();
  expect(await space.page('guide')).toContain('Ťĥíŕď.');
});

it('a translation of a deleted space is not run', async () => {
  const space = await seedTranslation(test, { 'guide.md': page('First.') });
  await test.rest('DELETE', `/spaces/${space.source}`, space.admin);
  const { status } = await test.rest('POST', `${space.path}/run`, space.admin);
  expect(status).toBe(409);
});

it('a space in a right-to-left language returns this direction', async () => {
  const space = await seedTranslation(test, { 'guide.md': page('First.') }, { language: 'ar' });
  await space.run();
  const { result } = await space.read();
  const query = 'query ($id: ID!) { space(id: $id) { direction language translation { language } } }';
  const { data } = await test.graphql(query, { ...space.admin, variables: { id: result.space } });
  expect(data.space).toEqual({ direction: 'RTL', language: 'AR', translation: { language: 'AR' } });
});
