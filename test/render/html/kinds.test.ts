import { describe, expect, it } from 'vitest';
import { fillText, withoutLeadingTitle } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { htmlViolations } from './allowed.js';
import { block, documentOf, fragment, htmlOf, inline, paragraph, referenceResolver, text } from './nodes.js';
import { blockSamples, inlineSamples, markSamples, otherSamples } from './samples.js';

describe('a block becomes HTML', () => {
  it.each(Object.entries({ ...blockSamples, ...otherSamples }))('%s', (_, { node, html }) => {
    expect(htmlOf(node)).toBe(html);
    expect(htmlViolations(html)).toEqual([]);
  });
});

describe('an inline becomes HTML', () => {
  it.each(Object.entries(inlineSamples))('%s', (_, { node, html }) => {
    const paragraphHtml = htmlOf(block('paragraph', {}, node));
    expect(paragraphHtml.startsWith(`<p>${html}</p>`)).toBe(true);
    expect(htmlViolations(paragraphHtml)).toEqual([]);
  });
});

describe('a mark becomes HTML', () => {
  it.each(Object.entries(markSamples))('%s', (type, html) => {
    const data = { text: '$primary', background: 'yellow' };
    expect(htmlOf(block('paragraph', {}, text('a', { type, data })))).toBe(`<p>${html}</p>`);
  });

  it('nested in a fixed order: code innermost, colors outermost', () => {
    const marks = ['code', { type: 'color', data: { text: 'red', background: 'default' } }, 'bold'];
    expect(htmlOf(block('paragraph', {}, text('a', ...marks)))).toBe(
      '<p><span class="color-red"><strong><code>a</code></strong></span></p>',
    );
  });

  it('only if its type and color are known', () => {
    const marks = [{ type: 'color', data: { text: 'red;x', background: '"' } }, 'blink'];
    expect(htmlOf(block('paragraph', {}, text('a', ...marks)))).toBe('<p>a</p>');
  });
});

describe('notes', () => {
  const note = (words: string, ...nodes: ReturnType<typeof text>[]) => ({
    ...inline('annotation', {}, text(words)),
    fragments: [fragment('annotation-body', block('paragraph', {}, text(`About ${words}`), ...nodes))],
  });

  it('are shown at the end, with links in both directions; nested notes come last', () => {
    const html = htmlOf(block('paragraph', {}, note('a', note('b')), note('c')), block('divider'));
    expect(html.slice(html.indexOf('<hr>'))).toBe(
      '<hr><section class="notes" aria-label="Notes"><ol>' +
        '<li id="~note-1"><p>About a<span class="annotation">b</span><sup><a id="~note-3-of" href="#~note-3" aria-label="Note 3">3</a></sup></p>' +
        '<a class="note-back" href="#~note-1-of" aria-label="Back to note 1 in the text">↩</a></li>' +
        '<li id="~note-2"><p>About c</p><a class="note-back" href="#~note-2-of" aria-label="Back to note 2 in the text">↩</a></li>' +
        '<li id="~note-3"><p>About b</p><a class="note-back" href="#~note-3-of" aria-label="Back to note 3 in the text">↩</a></li></ol></section>',
    );
  });

  it('have no link back to the text if they are in a link', () => {
    const link = inline('link', { ref: { kind: 'page', page: 'p' } }, note('a'));
    const html = htmlOf(block('paragraph', {}, link));
    expect(html).toContain('<sup><span id="~note-1-of">1</span></sup></a>');
    expect(htmlViolations(html)).toEqual([]);
  });
});

describe('headings', () => {
  const heading = (level: number, id: string, words = id) => ({
    ...block(`heading-${level}`, {}, text(words)),
    meta: { id },
  });

  it('are listed in document order with their level, including nested ones', () => {
    const nested = block('hint', { style: 'info' }, heading(3, 'c'));
    const { headings } = renderText(
      documentOf(heading(1, 'a'), paragraph('x'), heading(2, 'b', ' Two  words '), nested),
    );
    expect(headings).toEqual([
      { id: 'a', level: 1, title: 'a' },
      { id: 'b', level: 2, title: 'Two words' },
      { id: 'c', level: 3, title: 'c' },
    ]);
  });

  it('contain emoji, formulas and labels in the outline, but no notes', () => {
    const nodes = [
      inline('emoji', { code: '1f680' }),
      text(' Go '),
      inline('inline-math', { formula: 'x' }),
      { ...inline('annotation', {}, text(' on')), fragments: [fragment('annotation-body', paragraph('no'))] },
    ];
    const { headings } = renderText(documentOf({ ...block('heading-2', {}, ...nodes), meta: { id: 'a' } }));
    expect(headings).toEqual([{ id: 'a', level: 2, title: '🚀 Go x on' }]);
  });

  it('have the ids that their authors chose, made valid and unique, without the prefix of ids of the page frame', () => {
    const html = htmlOf(heading(1, 'a.b'), heading(2, 'a.b'), heading(2, '~main'), heading(3, 'two words'));
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['a.b', 'main', 'two-words']);
  });

  it('include a leading title that can be removed, for pages that already show the same title', () => {
    const first = block(
      'heading-1',
      {},
      text('Hello '),
      inline('link', { ref: { kind: 'page', page: 'p' } }, text('you')),
    );
    const rendered = renderText(documentOf({ ...first, meta: { id: 'hello' } }, heading(2, 'b'), paragraph('x')));
    expect(rendered.leadingTitle).toBe('Hello you');
    const rest = withoutLeadingTitle(rendered);
    expect(rest.headings.map(({ id }) => id)).toEqual(['b']);
    expect(fillText(rest, referenceResolver)).toMatch(/^<h3 id="b">.*<p>x<\/p>$/);
    expect(withoutLeadingTitle(rest)).toEqual(rest);
  });
});

describe('cards', () => {
  const cards = (view: object) => ({
    ...block('table', {
      view: {
        type: 'cards',
        cardSize: 'large',
        columns: ['t', 'u'],
        targetDefinition: 'l',
        coverDefinition: 'i',
        ...view,
      },
      definition: {
        t: { type: 'text', title: 'Name' },
        u: { type: 'text', title: '' },
        l: { type: 'content-ref' },
        i: { type: 'files' },
      },
      records: { a: { values: { t: 'x', l: { kind: 'page', page: 'p1' }, i: ['cover'] } }, b: { values: { u: 'x' } } },
    }),
    fragments: [fragment('x', paragraph('Words'))],
  });

  it('are a list; each card has its cover, its columns and its target', () => {
    expect(htmlOf(cards({}))).toBe(
      '<ul class="cards large"><li class="card"><img class="card-cover" src="/files/cover" alt="" width="400" height="200" loading="lazy" decoding="async">' +
        '<div class="card-field"><span class="card-field-name">Name</span> Words</div><a href="/pages/p1" class="card-target">p1</a></li>' +
        '<li class="card"><div class="card-field">Words</div></li></ul>',
    );
  });

  it('have no column titles if the view hides them', () => {
    expect(htmlOf(cards({ hideColumnTitle: true }))).not.toContain('Name');
  });
});

describe('tables', () => {
  it('have no header if it is hidden or empty', () => {
    const table = (view: object, title: string) =>
      block('table', {
        view: { type: 'grid', columns: ['a'], ...view },
        definition: { a: { type: 'text', title } },
        records: {},
      });
    expect(htmlOf(table({ hideHeader: true }, 'Title'))).not.toContain('thead');
    expect(htmlOf(table({}, ''))).not.toContain('thead');
    expect(htmlOf(table({}, 'Title'))).toContain('<th scope="col">Title</th>');
  });

  it('show a rating as a number if it has too many stars or a fraction of a star', () => {
    const rated = (value: number, max: number) =>
      htmlOf(
        block('table', {
          view: { columns: ['a'] },
          definition: { a: { type: 'rating', max } },
          records: { r: { values: { a: value } } },
        }),
      );
    expect(rated(4, 1e9)).toContain('<td>4 of 1000000000</td>');
    expect(rated(2.5, 5)).toContain('<td>2.5 of 5</td>');
  });
});

it('blocks nested a hundred deep are rendered', () => {
  let nested = paragraph('deepest');
  for (let depth = 0; depth < 50; depth++) nested = block('list-unordered', {}, block('list-item', {}, nested));
  const html = htmlOf(nested);
  expect(html).toContain('<p>deepest</p>');
  expect(html.match(/<li>/g)).toHaveLength(50);
});
