import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SitePage } from '../../../../src/render/html/layout/site-page.js';
import { writeSitePage } from '../../../../src/render/html/layout/write-site-page.js';
import { hostileAddresses, xssVectors } from '../xss-vectors.js';
import { bareFrame, document, found, frame, look, missing, notFound } from './pages.js';

const theme = { light: '/light.png', dark: '/dark.png' };
const frameWithAllParts = { ...frame, isPreview: true, language: 'en', look: { ...look, logo: theme, favicon: theme } };
const plainDocument = { ...document, text: null, headings: [{ id: 'one', level: 1, title: 'One' }] };
const pages: SitePage[] = [
  ...[plainDocument, found, notFound, missing].map((content) => ({ frame: frameWithAllParts, content })),
  { frame: { ...bareFrame, search: { action: '/search', query: 'query' } }, content: notFound },
];

/** Members with text of users, which must not affect the structure of a page. */
const texts = new Set(['title', 'emoji', 'description', 'query', 'excerpt']);
const addresses = new Set(['href', 'action', 'canonical', 'markdown', 'previous', 'light', 'dark']);

/** Returns the pages with another value in all strings of the named members. */
function pagesWith(names: ReadonlySet<string>, value: string): SitePage[] {
  return JSON.parse(JSON.stringify(pages, (name, old) => (names.has(name) && typeof old === 'string' ? value : old)));
}

const tag = /<\/?([a-z0-9!]+)((?:\s+[a-zA-Z-]+(?:="[^"]*")?|\s+html)*)\s*\/?>/g;

/**
 * Returns the elements of a page with the names of their attributes: the structure that browsers see, without values.
 */
function elementsOf(html: string): string[] {
  return [...html.matchAll(tag)].map(([, name, attributes]) => {
    const names = [...attributes!.matchAll(/\s([a-zA-Z-]+)(?:="[^"]*")?/g)].map(([, attribute]) => attribute);
    return `${name} ${names.join(' ')}`;
  });
}

const elementsOfPages = (some: SitePage[]): string[][] => some.map((page) => elementsOf(writeSitePage(page).html));

/** Returns the text between the tags. */
const textOf = (html: string): string => html.replace(tag, '').replace(/:root\{[^<]*/, '');

describe('hostile texts', () => {
  const usual = elementsOfPages(pagesWith(texts, 'text'));

  it('include more than a hundred vectors', () => expect(xssVectors.length).toBeGreaterThan(100));

  it.each(xssVectors.map((vector) => [vector]))('do not change the elements of a page: %j', (vector) => {
    const hostile = pagesWith(texts, vector);
    expect(elementsOfPages(hostile)).toEqual(usual);
    for (const page of hostile) expect(textOf(writeSitePage(page).html)).not.toMatch(/[<>]/);
  });

  it('do not change the elements of a page for random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        expect(elementsOfPages(pagesWith(texts, text))).toEqual(usual);
      }),
      { numRuns: 50 },
    );
  });
});

/** Addresses that links may lead to. */
const followed = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

describe('hostile addresses', () => {
  it.each(hostileAddresses.map((address) => [address]))(
    'link only to the web, mail, telephone or this server: %j',
    (address) => {
      for (const page of pagesWith(addresses, address)) {
        const html = writeSitePage(page).html;
        const led = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, value]) => value);
        expect(led.filter((value) => !followed.test(value!))).toEqual([]);
        expect(textOf(html)).not.toMatch(/[<>]/);
      }
    },
  );
});
