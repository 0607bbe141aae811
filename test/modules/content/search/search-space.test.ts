import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedSearchSpace } from './search-kit.js';

const test = await testApp();

const filler = 'Nothing of it. '.repeat(20);

describe('a page is found', async () => {
  const { paths, space, token } = await seedSearchSpace(test, {
    'README.md': '# Welcome\n\nStart here.\n',
    'title.md': `# Widgets\n\n${filler}\n`,
    'guide/README.md': '# Guide\n\nSome parts.\n',
    'guide/heading.md': `# Parts\n\n${filler}\n\n## About widgets\n\n${filler}\n`,
    'body.md': `# Other\n\n${'All widgets, widgets and widgets. '.repeat(30)}\n`,
    'once.md': `# Once\n\n${filler} widgets ${filler}\n`,
    'code.md': '# Code\n\n```sh\nnpm install gadget\n```\n',
    'phrase.md': '# Phrase\n\nThe quick brown fox.\n\n## Next\n\nJumps.\n',
    'words.md': '# Words\n\nBrown is the fox, quick the hare.\n',
    'link.md': '# Link\n\nSee [there](https://secretaddress.test/path) <b class="hiddenclass">bold</b>.\n',
    'noindex.md': '---\nnoIndex: true\n---\n\n# Widgets left out\n',
  });

  it('by a word: titles first, then headings, then texts, however often it occurs', async () => {
    expect(await paths('widgets')).toEqual(['title', 'guide/heading', 'body', 'once']);
  });

  it('by all words of the query', async () => {
    expect(await paths('parts widgets')).toEqual(['guide/heading']);
    expect(await paths('parts nowhere')).toEqual([]);
  });

  it('by the start of the last word, which ranks lower than the whole word', async () => {
    expect(await paths('widg')).toEqual(['title', 'guide/heading', 'body', 'once']);
    expect(await paths('widg parts')).toEqual([]);
    expect(await paths('w')).toEqual([]);
  });

  it('by a phrase in quotes, not across headings', async () => {
    expect((await paths('quick brown')).sort()).toEqual(['phrase', 'words']);
    expect(await paths('"quick brown"')).toEqual(['phrase']);
    expect(await paths('"brown fox jumps"')).toEqual([]);
    expect(await paths('“Brown FOX”')).toEqual(['phrase']);
    expect(await paths('"widg"')).toEqual([]);
  });

  it('by its visible text: code, but no URLs and no tags', async () => {
    expect(await paths('gadget')).toEqual(['code']);
    expect(await paths('secretaddress')).toEqual([]);
    expect(await paths('hiddenclass')).toEqual([]);
  });

  it('not if its author excludes it with `noIndex`', async () => {
    expect(await paths('left out')).toEqual([]);
  });

  it('with its sections, URLs and ancestors', async () => {
    const { body } = await test.rest('GET', `/spaces/${space}/search?query=about%20widgets`, { token });
    const [page] = body.items;
    expect(page).toEqual({
      id: expect.stringMatching(/^page_/),
      title: 'Parts',
      path: 'guide/heading',
      sections: [
        {
          id: `${page.id}#about-widgets`,
          title: 'About widgets',
          path: 'guide/heading#about-widgets',
          body: filler.trim(),
          urls: { app: `https://docs.test/app/${page.id}#about-widgets` },
        },
      ],
      urls: { app: `https://docs.test/app/${page.id}` },
      ancestors: [{ title: 'Guide' }],
    });
    expect(body.count).toBe(1);
  });

  it('in at most three batches in addition to the batch of the space', async () => {
    const url = `/spaces/${space}/search?query=widgets`;
    expect((await test.batches(() => test.rest('GET', url, { token }))).length).toBeLessThanOrEqual(4);
  });
});
