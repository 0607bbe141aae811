import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedTranslation, type TranslatedSpace } from './translation-kit.js';

const test = await testApp();

const pageNames = Array.from({ length: 5 }, (_, index) => `page-${index}`);
const paragraphs = 20;

/** Texts of the paragraphs in the source, by page. */
type Texts = Record<string, string[]>;

const filesOf = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, own]) => [
      `${name}.md`,
      [`# ${name}`, ...own].map((text) => `${text}\n`).join('\n'),
    ]),
  );

/** Returns the stale blocks of each page, as JSON. */
async function staleTexts(space: TranslatedSpace): Promise<Record<string, string[]>> {
  const query = `query ($id: ID!) { translation(id: $id) { pages(first: 100) { nodes {
    staleBlocks page { ... on DocumentPage { path } } } } } }`;
  const { data } = await test.graphql(query, { ...space.admin, variables: { id: space.path.split('/').at(-1) } });
  const { result } = await space.read();
  const found: Record<string, string[]> = {};
  for (const { staleBlocks, page } of data.translation.pages.nodes) {
    const at = `/spaces/${result.space}/content/path/${page.path}?format=document`;
    const { body } = await test.rest('GET', at, space.admin);
    const blocks = body.document.nodes.filter(({ key }: { key: string }) => staleBlocks.includes(key));
    found[page.path] = blocks.map((block: object) => JSON.stringify(block));
    expect(blocks).toHaveLength(staleBlocks.length);
  }
  return found;
}

// Other seeds test other edits: `npm run soak`.
it.each(seeds(2))(
  'all manual edits among 100 edits of result and source are retained, and blocks that both changed are stale (%i)',
  async (seed) => {
    const draw = randomFrom(seed);
    const texts: Texts = Object.fromEntries(
      pageNames.map((name) => [name, Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at} of ${name}.`)]),
    );
    const space = await seedTranslation(test, filesOf(texts));
    await space.run();
    const byPeople = new Map<string, string>();
    const bySource = new Set<string>();
    for (let count = 0; count < 100; count += 1) {
      const [name, at] = [pageNames[draw(pageNames.length)]!, draw(paragraphs)];
      if (draw(2) === 0) byPeople.set(`${name} ${at}`, `Humain${seed}x${count}e`);
      else {
        bySource.add(`${name} ${at}`);
        texts[name]![at] = `Edit ${count} of paragraph ${at} of ${name}.`;
      }
    }
    for (const name of pageNames) {
      await space.edit(name, (markdown) => {
        const blocks = markdown.trim().split('\n\n');
        for (let at = 0; at < paragraphs; at += 1) {
          const word = byPeople.get(`${name} ${at}`);
          if (word) blocks[at + 1] = `${blocks[at + 1]} ${word}`;
        }
        return `${blocks.join('\n\n')}\n`;
      });
    }
    await space.write(filesOf(texts));
    await space.run();
    const stale = await staleTexts(space);
    for (const name of pageNames) {
      const text = await space.page(name);
      const expected = [...byPeople].filter(([place]) => place.startsWith(`${name} `));
      for (const [, word] of expected) expect(text).toContain(word);
      const words = expected.filter(([place]) => bySource.has(place)).map(([, word]) => word);
      for (const word of words)
        expect(
          stale[name]!.filter((block) => block.includes(word)),
          word,
        ).toHaveLength(1);
      expect(stale[name]).toHaveLength(words.length);
    }
  },
);
