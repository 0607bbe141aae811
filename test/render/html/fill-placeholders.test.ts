import { describe, expect, it } from 'vitest';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import type {
  Placeholder,
  PlaceholderImage,
  ReferenceResolver,
  RenderedText,
} from '../../../src/render/html/rendered.js';
import { block, documentOf, htmlOf, inline, paragraph, referenceResolver, text } from './nodes.js';

/** Returns a rendered text that is a single placeholder. */
const renderedPlaceholder = (hole: Placeholder): RenderedText => ({ pieces: [hole], headings: [], leadingTitle: null });
const ref = { kind: 'url', url: 'https://a.test/' };

describe('a link', () => {
  const linked = (more: Partial<ReferenceResolver>) =>
    fillText(renderedPlaceholder({ placeholder: 'link', ref }), { ...referenceResolver, ...more });

  it('to another site sends it no referrer', () => {
    expect(linked({})).toBe(' href="https://a.test/" rel="noopener noreferrer"');
  });

  it('opens a new window only if the site requires it and the link is external', () => {
    expect(linked({ opensWindows: true })).toBe(' href="https://a.test/" target="_blank" rel="noopener noreferrer"');
    const own = { url: '/a', isExternal: false };
    expect(linked({ opensWindows: true, linkOf: () => own })).toBe(' href="/a"');
  });

  it('without a target has no address, and only its text is shown', () => {
    expect(linked({ linkOf: () => null })).toBe('');
    const html = htmlOf(
      block('paragraph', {}, inline('link', { ref: { kind: 'url', url: 'javascript:a' } }, text('b'))),
    );
    expect(html).toBe('<p><a>b</a></p>');
  });

  it('without a text shows the name of its target', () => {
    const html = htmlOf(block('paragraph', {}, inline('link', { ref: { kind: 'page', page: 'a<b' } })));
    expect(html).toBe('<p><a href="/pages/a&lt;b">a&lt;b</a></p>');
  });

  it('within another link is shown as text', () => {
    const inner = inline('link', { ref }, text('b'));
    const html = htmlOf(block('paragraph', {}, inline('link', { ref: { kind: 'page', page: 'a' } }, inner)));
    expect(html).toBe('<p><a href="/pages/a"><span>b</span></a></p>');
  });
});

describe('an image', () => {
  const renderImage = (image: Partial<PlaceholderImage>, more: Partial<ReferenceResolver> = {}) =>
    fillText(renderedPlaceholder({ placeholder: 'image', image: { ref, alt: 'An a', ...image } }), {
      ...referenceResolver,
      ...more,
    });
  const sized = { imageOf: () => ({ url: '/a.png', width: 400, height: 200 }) };

  it.each([
    [{}, 'width="400" height="200"'],
    [{ width: '100' }, 'width="100" height="50"'],
    [{ height: '50px' }, 'width="100" height="50"'],
    [{ width: '10', height: '20' }, 'width="10" height="20"'],
    [{ width: '50%' }, 'width="50%"'],
    [{ width: '3em' }, 'width="400" height="200"'],
    [{ width: '1" onload="x' }, 'width="400" height="200"'],
  ])('has the given width or height, and the other one follows from the proportions: %j', (size, attributes) => {
    expect(renderImage(size, sized)).toBe(
      `<img src="/a.png" alt="An a" ${attributes} loading="lazy" decoding="async">`,
    );
  });

  it('that cannot be shown is replaced by its text, or otherwise by its name', () => {
    const none = { imageOf: () => null };
    expect(renderImage({}, none)).toBe('<span class="missing-image">An a</span>');
    expect(renderImage({ alt: '' }, none)).toBe('<span class="missing-image">https://a.test/</span>');
    expect(renderImage({}, { imageOf: () => ({ url: 'data:image/png;base64,x' }) })).toContain('missing-image');
  });

  it('with a variant that cannot be shown uses the other variant in both themes', () => {
    const only = (url: string): Partial<ReferenceResolver> => ({
      imageOf: (one) => (one.url === url ? { url } : null),
    });
    const refDark = { kind: 'url', url: 'https://dark.test/' };
    const attributes = 'alt="An a" loading="lazy" decoding="async"';
    expect(renderImage({ refDark }, only('https://a.test/'))).toBe(`<img src="https://a.test/" ${attributes}>`);
    expect(renderImage({ refDark }, only('https://dark.test/'))).toBe(`<img src="https://dark.test/" ${attributes}>`);
  });
});

describe('shared texts', () => {
  const shared = (id: string) => block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } });
  const withTexts = (texts: Record<string, RenderedText>): ReferenceResolver => ({
    ...referenceResolver,
    sharedOf: ({ reusableContent }) => texts[String(reusableContent)] ?? null,
  });
  const filledWith = (texts: Record<string, RenderedText>) =>
    fillText(renderText(documentOf(shared('a'))), withTexts(texts));

  it('are not included in themselves, directly or indirectly', () => {
    const a = renderText(documentOf(paragraph('A'), shared('b')));
    const b = renderText(documentOf(paragraph('B'), shared('a')));
    expect(filledWith({ a, b })).toBe('<p>A</p><p>B</p>');
  });

  it('are included up to five levels deep', () => {
    const names = 'abcdefg'.split('');
    const texts = names.map((name, index) => [
      name,
      renderText(documentOf(paragraph(name), shared(names[index + 1] ?? '-'))),
    ]);
    expect(filledWith(Object.fromEntries(texts))).toBe('<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>');
  });

  it('that include each other many times are limited in size', () => {
    const names = 'abcde'.split('');
    const texts = names.map((name, index) => {
      const next = Array.from({ length: 30 }, () => shared(names[index + 1] ?? '-'));
      return [name, renderText(documentOf(paragraph(name.repeat(100)), ...next))];
    });
    expect(filledWith(Object.fromEntries(texts)).length).toBeLessThan(20_000_000);
  });

  it('get different ids for their tabs each time they are included', () => {
    const tabs = block('tabs', {}, block('tabs-item', { title: 'T' }, paragraph('x')));
    const page = renderText(documentOf(tabs, shared('a'), shared('a')));
    const html = fillText(page, withTexts({ a: renderText(documentOf(tabs)) }));
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['~tabs-1-1', '~1-tabs-1-1', '~2-tabs-1-1']);
    expect([...html.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      '~tabs-1',
      '~1-tabs-1',
      '~2-tabs-1',
    ]);
  });
});
