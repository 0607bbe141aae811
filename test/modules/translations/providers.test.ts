import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { pseudoTranslate } from '../../../src/engine/translation/pseudo.js';
import { pseudoTranslator } from '../../../src/modules/translations/pseudo-translator.js';
import { translatorOf } from '../../../src/modules/translations/translator-of.js';
import { createAi } from '../../../src/platform/ai/ai.js';
import { type AiServer, startAiServer } from '../../platform/ai/ai-server.js';
import { testApp } from '../../support/app.js';
import { seedTranslation, type TranslatedSpace } from './translation-kit.js';

const test = await testApp();

interface ProviderInput {
  texts: Record<string, string>;
  glossary?: Record<string, string>;
  broken?: Record<string, string>;
}

/** Starts an AI service. `answer` returns the output of its model for an input. */
function service(
  answer: (given: ProviderInput, response: ServerResponse, system: string) => unknown,
): Promise<AiServer> {
  return startAiServer({
    '/v1/chat/completions': ({ messages }, response) => {
      const modelOutput = answer(JSON.parse(messages.at(-1).content), response, messages[0].content);
      if (modelOutput === undefined) return undefined;
      const content =
        typeof modelOutput === 'string' || modelOutput === null ? modelOutput : JSON.stringify(modelOutput);
      return { choices: [{ message: { role: 'assistant', content } }] };
    },
  });
}

const translated = ({ texts }: ProviderInput, change = (text: string) => text) => ({
  translations: Object.fromEntries(
    Object.entries(texts).map(([number, text]) => [number, change(pseudoTranslate(text, 'fr', new Map()))]),
  ),
});

/** Returns the texts that were requested from a service, in order. */
const requestedTexts = ({ requests }: AiServer): string[] =>
  requests.flatMap(({ body }) =>
    Object.values(JSON.parse(body.messages.at(-1).content).texts as Record<string, string>),
  );

const run = (space: TranslatedSpace, { config, outbound }: AiServer) =>
  space.run(translatorOf(createAi(config, outbound)));

const files = { 'README.md': '# Start\n\nPress **Save**, then wait.\n\nThe second text.\n' };

async function refusedOf(space: TranslatedSpace): Promise<{ block: string; rule: string }[]> {
  const query =
    'query ($id: ID!) { translation(id: $id) { error pages(first: 9) { nodes { refused { block rule } } } } }';
  const { data } = await test.graphql(query, { ...space.admin, variables: { id: space.path.split('/').at(-1) } });
  return data.translation.pages.nodes.flatMap(({ refused }: { refused: [] }) => refused);
}

describe('a provider with the protocol of OpenAI', () => {
  it('gets the languages, the instructions, the tags and the terms of the glossary', async () => {
    const space = await seedTranslation(test, files);
    const translations = { en: 'second text', fr: 'deuxième texte' };
    const body = { operations: [{ type: 'insert', translations }] };
    await test.rest('PUT', `/orgs/${space.organization}/translations-glossary`, { ...space.admin, body });
    let promptText = '';
    const served = await service((given, _, system) => {
      promptText += system + JSON.stringify(given);
      return translated(given);
    });
    await run(space, served);
    expect(promptText).toContain('from English to French');
    expect(promptText).toContain('Press <x0>Save</x0>, then wait.');
    expect(promptText).toContain('{"second text":"deuxième texte"}');
    expect(await space.page('')).toContain('Þŕéšš **Šáṽé**');
    expect(served.requests[0]!.authorization).toBe('Bearer sk-secret');
  });

  it.each([
    ['drops tags', (text: string) => text.replace(/<\/?x\d+>/g, '')],
    ['doubles tags', (text: string) => text.replace(/<x0>/g, '<x0></x0><x0>')],
    ['adds markup', (text: string) => `**${text}** {% hint %}`],
    ['adds HTML tags', (text: string) => `<script>${text}</script>`],
    ['returns an empty text', () => ''],
    ['returns a very long text', (text: string) => text.repeat(1000)],
  ])('that %s for one text leaves that text untranslated, and it is reported', async (_, change) => {
    const space = await seedTranslation(test, files);
    const served = await service((given) => translated(given, (text) => (text.includes('<x0>') ? change(text) : text)));
    await run(space, served);
    expect((await space.read()).status).toBe('completed');
    const text = await space.page('');
    expect(text).toContain('Press **Save**, then wait.\n');
    expect(text).toContain('šéçóñď');
    expect(await refusedOf(space)).toEqual([{ block: expect.any(String), rule: expect.any(String) }]);
    // The provider requested the text a second time, alone and with the broken rule. The next run requests only this
    // text.
    expect(requestedTexts(served).filter((one) => one.startsWith('Press'))).toHaveLength(2);
    const good = await service((given) => translated(given));
    await run(space, good);
    expect(requestedTexts(good)).toEqual(['Press <x0>Save</x0>, then wait.']);
    expect(await refusedOf(space)).toEqual([]);
  });

  it('gets half as many texts per request after a response without a list of translations', async () => {
    const space = await seedTranslation(test, files);
    const served = await service((given) =>
      Object.keys(given.texts).length > 1
        ? 'I cannot do so many.'
        : `\`\`\`json\n${JSON.stringify(translated(given))}\n\`\`\``,
    );
    await run(space, served);
    expect(await refusedOf(space)).toEqual([]);
    expect(await space.page('')).not.toContain('second');
  });

  it('that fails leaves the translation pending with its error, and its earlier results are stored', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `Text number ${index}.`);
    const space = await seedTranslation(test, { 'README.md': `# Start\n\n${many.join('\n\n')}\n` });
    let requestCount = 0;
    const failing = await service((given, response) => {
      requestCount += 1;
      if (requestCount === 1) return translated(given);
      response.writeHead(500).end();
      return undefined;
    });
    await expect(run(space, failing)).resolves.toBeDefined();
    expect(await space.read()).toMatchObject({ status: 'pending', stats: { runs: 0 } });
    expect(await space.read()).not.toHaveProperty('result');
    const query = 'query ($id: ID!) { translation(id: $id) { error job { status } } }';
    const { data } = await test.graphql(query, { ...space.admin, variables: { id: space.path.split('/').at(-1) } });
    expect(data.translation).toMatchObject({
      error: expect.stringContaining('The provider of translations failed'),
      job: { status: 'WAITING' },
    });
    const good = await service((given) => translated(given));
    await run(space, good);
    const again = new Set(requestedTexts(good));
    expect(
      requestedTexts(failing)
        .slice(0, 20)
        .filter((text) => again.has(text)),
    ).toEqual([]);
    // Number of words of both runs: three words of each text, and the words of two titles.
    expect(await space.read()).toMatchObject({ status: 'completed', stats: { runs: 1, totalWords: 152 } });
  });

  it('that never translates one text leaves only this text untranslated', async () => {
    const space = await seedTranslation(test, files);
    const served = await service((given) =>
      Object.values(given.texts).some((text) => text.startsWith('Press')) ? null : translated(given),
    );
    await run(space, served);
    expect((await space.read()).status).toBe('completed');
    expect(await space.page('')).toContain('Press **Save**, then wait.\n');
    expect(await refusedOf(space)).toHaveLength(1);
  });

  it('that failed gets the current head of the source when a run is requested again', async () => {
    const space = await seedTranslation(test, files);
    const failing = await service((given, response) => {
      if (Object.keys(given.texts).length > 0) response.writeHead(500).end();
      return undefined;
    });
    await run(space, failing);
    await space.write({ 'README.md': '# Start\n\nAnother text.\n' });
    await run(space, await service((given) => translated(given)));
    expect(await space.page('')).toContain('Áñóťĥéŕ');
    expect((await space.read()).stats).toMatchObject({ runs: 1, totalWords: 4 });
  });

  it('gets no further request once the translation is deleted', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `Text number ${index}.`);
    const space = await seedTranslation(test, { 'README.md': `# Start\n\n${many.join('\n\n')}\n` });
    let requestCount = 0;
    const served = await service((given) => {
      requestCount += 1;
      return translated(given);
    });
    const translator = translatorOf(createAi(served.config, served.outbound));
    await space.run({
      ...translator,
      concurrency: 1,
      async translate(given, signal) {
        const answers = await translator.translate(given, signal);
        await test.rest('DELETE', space.path, space.admin);
        return answers;
      },
    });
    expect(requestCount).toBe(1);
  });
});

it('a page that would be too long in the other language is not translated, and this is reported', async () => {
  const text = 'letters take three bytes there, and then it is more than a page may have '.repeat(10).trim();
  const space = await seedTranslation(test, {
    'README.md': `# Long\n\n${`${text}\n\n`.repeat(600)}`,
    'short.md': '# Short\n',
  });
  await space.run({
    ...pseudoTranslator,
    translate: async ({ texts }) => texts.map(({ text }) => text.replace(/[a-z]/g, 'अ')),
  });
  expect((await space.read()).status).toBe('completed');
  expect(await space.page('')).toContain(text);
  expect(await space.page('short')).toBe('# Sअअअअ\n');
  expect(await refusedOf(space)).toEqual([{ block: '', rule: expect.stringContaining('divide the page') }]);
});
