import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/content/document/from-markdown.js';
import { fillText, withoutLeadingTitle } from '../../src/html/fill.js';
import { headingsBelowTitle } from '../../src/html/heading-levels.js';
import { renderText } from '../../src/html/render-text.js';
import { filler } from './nodes.js';

const below = (markdown: string) =>
  headingsBelowTitle(withoutLeadingTitle(renderText(documentFromMarkdown(markdown) as never)));
const tagsOf = (markdown: string) => [...fillText(below(markdown), filler).matchAll(/<\/?h\d/g)].map(([tag]) => tag);

describe('headings below the title of a page', () => {
  it('begin at h2, with whatever level the author began', () => {
    expect(tagsOf('# Title\n\n## One\n\n### Two\n')).toEqual(['<h2', '</h2', '<h3', '</h3']);
    expect(tagsOf('### Three\n')).toEqual(['<h2', '</h2']);
    expect(below('# Title\n\n## One\n\n### Two\n').headings.map(({ level }) => level)).toEqual([1, 2]);
  });

  it('stay as they are where one is of the first level', () => {
    expect(tagsOf('## Two\n\n# One\n')).toEqual(['<h3', '</h3', '<h2', '</h2']);
    expect(tagsOf('No heading.\n')).toEqual([]);
  });

  it('are tags: text that looks like one stays', () => {
    const html = fillText(below('## One\n\n`<h3 a>` [x](https://a.test/ "<h4 b>")\n'), filler);
    expect(html).toContain('<code>&lt;h3 a&gt;</code>');
    expect(html).toContain('title="&lt;h4 b&gt;"');
  });
});
