import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { type Files, recordingTranslator, seedTranslation } from './translation-kit.js';

const test = await testApp();

const files: Files = {
  'README.md':
    '---\ndescription: Where to begin\n---\n\n# Welcome\n\nSee [installing](guide/install.md#first-steps), press `Save`.\n\n![A plan](plan.png)\n',
  'guide/README.md': '# Guide\n\nAll of it, {{ space.vars.version }}.\n',
  'guide/install.md':
    '# Install\n\n## First steps\n\nRun this:\n\n```sh\nnpm install\n```\n\nBack to [the start](../README.md).\n',
  'plan.png': 'a plan',
};

describe('a run', () => {
  it('creates a space in the other language, next to the source', async () => {
    const space = await seedTranslation(test, files);
    expect(await space.read()).toMatchObject({ status: 'pending', stats: { runs: 0, totalWords: 0 } });
    const requestedTexts = await space.run();
    const { status, result, stats } = await space.read();
    expect([status, new Set(requestedTexts).size]).toEqual(['completed', requestedTexts.length]);
    expect(stats).toMatchObject({ runs: 1, totalPages: 3, latestPages: 3 });
    expect(stats.totalWords).toBe(stats.latestWords);
    const resultSpace = (await test.rest('GET', `/spaces/${result.space}`, space.admin)).body;
    expect(resultSpace).toMatchObject({
      language: 'fr',
      title: expect.stringContaining('[fr]'),
      revision: result.revision,
    });
    expect(await space.page('')).toBe(
      [
        '\n# \\[fr] Ŵéļçóɱé\n',
        '\\[fr] Šéé [íñšťáļļíñĝ](guide/install.md#first-steps), þŕéšš `Save`.\n',
        '![\\[fr\\] Á þļáñ](plan.png)\n',
      ].join('\n'),
    );
    const install = await space.page('guide/install');
    expect(install).toContain('```sh\nnpm install\n```');
    expect(install).toContain('](../README.md)');
    expect(install).toContain('first-steps');
    expect(await space.page('guide')).toContain('{{ space.vars.version }}');
  });

  it('requests no text if nothing has changed, and writes no revision', async () => {
    const space = await seedTranslation(test, files);
    await space.run();
    const before = await space.read();
    expect(await space.run()).toEqual([]);
    const after = await space.read();
    expect(after.result).toEqual(before.result);
    expect(after.stats).toMatchObject({ runs: 2, latestWords: 0, latestPages: 0 });
    expect(after.stats.totalWords).toBe(before.stats.totalWords);
    expect(after.stats.totalDuration).toBe(before.stats.totalDuration + after.stats.latestRunDuration);
  });

  it('requests one block after one block was edited', async () => {
    const space = await seedTranslation(test, files);
    await space.run();
    await space.write({ ...files, 'guide/README.md': '# Guide\n\nMost of it.\n' });
    expect(await space.run()).toEqual(['Most of it.']);
    expect((await space.read()).stats).toMatchObject({ runs: 2, latestWords: 3, latestPages: 1 });
    expect(await space.page('guide')).toContain('[fr]');
  });

  it('points links between pages to the translation, also in GraphQL', async () => {
    const space = await seedTranslation(test, files);
    await space.run();
    const { result } = await space.read();
    const { body } = await test.rest('GET', `/spaces/${result.space}/links`, space.admin);
    const places = body.items.map((item: { status: string }) => item.status);
    expect(places.length).toBeGreaterThan(2);
    expect(new Set(places)).toEqual(new Set(['ok']));
    expect(JSON.stringify(body)).not.toContain(space.source);
  });

  it('requests all texts again after a change of the instructions, and sends the instructions', async () => {
    const space = await seedTranslation(test, { 'README.md': '# One\n\nText.\n' });
    await space.run();
    const sentInstructions: string[] = [];
    const instructions = {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Be polite.', marks: [] }] }],
        },
      ],
    };
    expect((await test.rest('PUT', space.path, { ...space.admin, body: { instructions } })).status).toBe(200);
    const requestedTexts: string[] = [];
    const translator = recordingTranslator(requestedTexts);
    await space.run({
      ...translator,
      translate(given, signal) {
        sentInstructions.push(given.instructions);
        return translator.translate(given, signal);
      },
    });
    expect(requestedTexts.length).toBeGreaterThan(1);
    expect(new Set(sentInstructions)).toEqual(new Set(['Be polite.']));
  });

  it('requests a text again if the glossary gets an entry for one of its terms', async () => {
    const space = await seedTranslation(test, { 'README.md': '# One\n\nA change request.\n\nA page.\n' });
    await space.run();
    const translations = { en: 'change request', fr: 'demande' };
    const body = { operations: [{ type: 'insert', translations }] };
    await test.rest('PUT', `/orgs/${space.organization}/translations-glossary`, { ...space.admin, body });
    expect(await space.run()).toEqual(['A change request.']);
    expect(await space.page('')).toContain('demande');
  });

  it('is repeated if another run is requested meanwhile', async () => {
    const space = await seedTranslation(test, { 'README.md': '# One\n' });
    const translator = recordingTranslator([]);
    await space.run({
      ...translator,
      async translate(given, signal) {
        await test.rest('POST', `${space.path}/run`, space.admin);
        return translator.translate(given, signal);
      },
    });
    expect(await space.read()).toMatchObject({ status: 'completed', stats: { runs: 2 } });
  });
});
