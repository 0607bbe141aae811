import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { fillText, withoutLeadingTitle } from '../../../src/render/html/fill-placeholders.js';
import { headingsBelowTitle } from '../../../src/render/html/heading-levels.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { referenceResolver } from './nodes.js';

const rendered = (markdown: string) => renderText(documentFromMarkdown(markdown) as never);
const below = (markdown: string) =>
  headingsBelowTitle({ text: withoutLeadingTitle(rendered(markdown)), shared: new Map() }).text!;
const tagsOf = (markdown: string) =>
  [...fillText(below(markdown), referenceResolver).matchAll(/<\/?h\d/g)].map(([tag]) => tag);

describe('headings below the title of a page', () => {
  it('start at h2, whichever level the author starts with', () => {
    expect(tagsOf('# Title\n\n## One\n\n### Two\n')).toEqual(['<h2', '</h2', '<h3', '</h3']);
    expect(tagsOf('### Three\n')).toEqual(['<h2', '</h2']);
    expect(below('# Title\n\n## One\n\n### Two\n').headings.map(({ level }) => level)).toEqual([1, 2]);
  });

  it('keep their level if one of them has the first level', () => {
    expect(tagsOf('## Two\n\n# One\n')).toEqual(['<h3', '</h3', '<h2', '</h2']);
    expect(tagsOf('No heading.\n')).toEqual([]);
  });

  it('keep their level relative to the headings of shared texts', () => {
    const shared = new Map([['note', rendered('## Limits\n')]]);
    const levels = (markdown: string) => {
      const { text, shared: included } = headingsBelowTitle({ text: rendered(markdown), shared });
      return [text!, included.get('note')!].map((one) => one.headings.map(({ level }) => level));
    };
    expect(levels('## Own\n')).toEqual([[1], [1]]);
    expect(levels('# Own\n')).toEqual([[1], [2]]);
    expect(levels('No heading.\n')).toEqual([[], [1]]);
  });

  it('change in tags only; text that looks like a tag does not change', () => {
    const html = fillText(below('## One\n\n`<h3 a>` [x](https://a.test/ "<h4 b>")\n'), referenceResolver);
    expect(html).toContain('<code>&lt;h3 a&gt;</code>');
    expect(html).toContain('title="&lt;h4 b&gt;"');
  });
});
