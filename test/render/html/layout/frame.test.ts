import { describe, expect, it } from 'vitest';
import type { Locale } from '../../../../src/render/html/layout/phrases.js';
import type { DocumentPage, Frame, SitePage } from '../../../../src/render/html/layout/site-page.js';
import { translations } from '../../../../src/render/html/layout/translations.js';
import { writeSitePage } from '../../../../src/render/html/layout/write-site-page.js';
import { bareFrame, document, found, frame, look, missing, notFound } from './pages.js';

const writtenPage = (page: SitePage): string => writeSitePage(page).html;
const documentWith = (part: Partial<DocumentPage>, around: Partial<Frame> = {}): string =>
  writtenPage({ frame: { ...frame, ...around }, content: { ...document, text: '<p>Text</p>', headings: [], ...part } });

/** Returns the content of the first element with the given tag name. */
const inside = (html: string, name: string): string | undefined =>
  new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 's').exec(html)?.[1];

describe('the head of a page', () => {
  it('contains the title of the page and its site, and its addresses', () => {
    const html = documentWith({ title: 'Limits', description: 'How much.' });
    expect(inside(html, 'title')).toBe('Limits - Acme Documentation');
    expect(html).toContain('<meta name="description" content="How much.">');
    expect(html).toContain('<link rel="canonical" href="https://docs.example.com/gateway/request">');
    expect(html).toContain('<link rel="alternate" href="https://docs.example.com/fr/gateway/request">');
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/docs/v2/gateway/request.md">');
    expect(html).toContain('<link rel="stylesheet" href="/style.css">');
  });

  it('contains `noindex` if search engines must not index the page', () => {
    const noindex = '<meta name="robots" content="noindex">';
    expect(documentWith({})).not.toContain(noindex);
    expect(documentWith({ isIndexed: false })).toContain(noindex);
    expect(documentWith({}, { isPreview: true })).toContain(noindex);
    for (const content of [found, notFound, missing]) expect(writtenPage({ frame, content })).toContain(noindex);
  });

  it('contains icons for light and dark if the site has them', () => {
    expect(documentWith({})).not.toContain('rel="icon"');
    const html = documentWith({}, { look: { ...look, favicon: { light: '/l.png', dark: 'https://a.test/d.png' } } });
    expect(html).toContain('<link rel="icon" href="/l.png" media="(prefers-color-scheme: light)">');
    expect(html).toContain('<link rel="icon" href="https://a.test/d.png" media="(prefers-color-scheme: dark)">');
  });
});

describe('the frame of a page', () => {
  it('has the theme, the language of the site and the language of the content', () => {
    expect(documentWith({}, { language: 'ar' })).toContain('<html lang="en" dir="ltr" data-theme="light">');
    expect(documentWith({}, { language: 'ar' })).toContain('<article class="text" lang="ar" dir="rtl">');
    expect(documentWith({}, { language: 'de-AT' })).toContain('<article class="text" lang="de-AT" dir="ltr">');
    for (const language of [null, '', 'no language', 'x"onload="y'])
      expect(documentWith({}, { language })).toContain('<article class="text">');
  });

  it('shows a logo for each theme, or otherwise the title of the site', () => {
    expect(inside(documentWith({}), 'header')).toContain('>Acme Documentation<');
    const logo = { light: '/light.svg', dark: '/dark.svg' };
    const header = inside(documentWith({}, { look: { ...look, logo } }), 'header');
    expect(header).toContain('<img src="/light.svg" alt="Acme Documentation" class="logo only-light">');
    expect(header).toContain('<img src="/dark.svg" alt="Acme Documentation" class="logo only-dark">');
  });

  it('links to the other theme if visitors can choose', () => {
    expect(documentWith({})).toContain('<a href="/docs?theme=dark" class="theme-link" rel="nofollow">');
    expect(documentWith({}, { look: { ...look, theme: 'dark' } })).toContain('href="/docs?theme=light"');
    expect(documentWith({}, { look: { ...look, themeLinks: null } })).not.toContain('theme-link');
  });

  it('has one search form, in the content on search pages, and none without a search', () => {
    const forms = (html: string): string[] => html.match(/<form class="[^"]*"/g) ?? [];
    expect(forms(documentWith({}))).toEqual(['<form class="search search-in-header"']);
    const search = { action: '/docs/~search', query: 'a & "b"' };
    const html = writtenPage({ frame: { ...bareFrame, search }, content: notFound });
    expect(forms(html)).toEqual(['<form class="search search-in-content"']);
    expect(html).toContain('value="a &amp; &quot;b&quot;"');
    for (const content of [document, notFound, missing])
      expect(forms(writtenPage({ frame: { ...frame, search: null }, content }))).toEqual([]);
  });

  it('shows that a page is a preview', () => {
    expect(documentWith({})).not.toContain(translations.en.preview);
    expect(documentWith({}, { isPreview: true })).toContain(translations.en.preview);
  });

  it.each(Object.entries(translations))('is completely translated: %s', (locale, phrases) => {
    const around = { ...frame, look: { ...look, locale: locale as Locale }, isPreview: true };
    const contents = [document, { ...found, query: 'x' }, notFound, { ...notFound, query: '' }, missing];
    const dark = { ...around, look: { ...around.look, theme: 'dark' as const } };
    const html = [around, dark]
      .flatMap((one) => contents.map((content) => writtenPage({ frame: one, content })))
      .join('');
    for (const phrase of Object.values(phrases)) expect(html).toContain(phrase);
    if (locale === 'en') return;
    const english = Object.entries(translations.en).filter(([name, phrase]) => Object(phrases)[name] === phrase);
    expect(english.map(([, phrase]) => phrase).filter((phrase) => !['Menu', 'Sections'].includes(phrase))).toEqual([]);
    const others = Object.entries(translations.en).filter(([, phrase]) => phrase.length > 20);
    for (const [, phrase] of others) expect(html).not.toContain(phrase);
  });
});

describe('the navigation', () => {
  it('lists the pages and marks the current one', () => {
    const html = documentWith({});
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toContain('<a href="/docs/v2/gateway/request" aria-current="page">');
    expect(html).toContain('<a href="/docs/v2/installation" class="closed">');
    expect(html).toContain('<a href="https://status.example.com/" rel="noopener noreferrer">');
    expect(html).toContain('<span class="group"><span dir="auto">Getting started</span></span><ul>');
  });

  it('is absent if there are no pages, spaces or sections to choose', () => {
    const html = documentWith({}, { pages: [], spaces: [], sections: [] });
    expect(html).not.toContain('<nav class="navigation"');
    expect(html).not.toContain('<nav class="sections"');
  });

  it('opens groups of sections without a script and marks the current group', () => {
    const sections = [{ title: 'Group', sections: [{ title: 'Here', href: '/here', isCurrent: true }] }];
    expect(documentWith({}, { sections })).toContain(
      '<details name="~sections"><summary class="current">Group<svg class="icon"',
    );
  });
});

describe('a document', () => {
  it('has one h1, whether its title is visible or not', () => {
    expect(documentWith({ title: 'One', emoji: undefined })).toContain('<h1>One</h1>');
    expect(documentWith({ title: 'One', showsTitle: false })).toContain('<h1 class="visually-hidden">One</h1>');
    expect(documentWith({ emoji: '1f600' })).toContain('<span class="title-emoji" aria-hidden="true">😀</span>');
  });

  it('shows its description, breadcrumbs, outline and neighbors if it has them', () => {
    const html = documentWith({ headings: [{ id: 'größe 1', level: 2, title: 'Size' }] });
    expect(inside(html, 'ol')).toContain('<a href="/docs/v2/gateway">');
    expect(html).toContain('<p class="lead">');
    expect(html).toContain('<li class="level-2"><a href="#gr%C3%B6%C3%9Fe%201">Size</a></li>');
    expect(html).toContain('<a href="/docs/v2/gateway/limits" class="next" rel="next">');
    const bare = documentWith({ above: [], previous: null, next: null, showsDescription: false });
    for (const part of ['breadcrumbs', 'lead', 'outline', 'neighbours'])
      expect(bare, part).not.toContain(`class="${part}"`);
  });

  it('shows its last change in the language of the site, and links to its Markdown', () => {
    expect(documentWith({})).toContain('<time datetime="2026-03-04T05:06:07.000Z">March 4, 2026</time>');
    expect(documentWith({}, { look: { ...look, locale: 'de' } })).toContain('>4. März 2026</time>');
    expect(documentWith({ updatedAt: null, markdown: null })).not.toContain('class="facts"');
  });

  it('shows its cover and text unchanged', () => {
    const html = documentWith({ cover: '<img src="/a">', text: '<p id="b">c</p>' });
    expect(html).toContain('<div class="page-cover"><img src="/a"></div>');
    expect(html).toContain('<article class="text"><p id="b">c</p></article>');
    expect(documentWith({ text: null })).not.toContain('<article');
  });
});

describe('a search', () => {
  it('lists results by space and counts the pages', () => {
    const html = writtenPage({ frame: bareFrame, content: found });
    expect(inside(html, 'h2')).toBe('Version 2');
    expect(html).toContain('<p class="outcome" role="status">Pages found: 3</p>');
    expect(html).toContain(
      '<a href="/docs/v2/authentication#make">Make a token</a><p dir="auto">A token is shown once',
    );
  });

  it('reports that nothing was found, or shows a hint for an empty query', () => {
    expect(writtenPage({ frame: bareFrame, content: notFound })).toContain('<strong>Nothing was found</strong>');
    const html = writtenPage({ frame: bareFrame, content: { ...notFound, query: '' } });
    expect(html).not.toContain('Nothing was found');
    expect(html).toContain(translations.en.searchHint);
  });
});
