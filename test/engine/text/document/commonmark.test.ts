import { existsSync, readFileSync } from 'node:fs';
import commonmark from 'commonmark-spec';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../../src/engine/text/document/node-shape.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { fillText } from '../../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../../src/render/html/render-text.js';
import { referenceResolver } from '../../../render/html/nodes.js';

interface Example {
  markdown: string;
  html: string;
  number: number;
}

/** Path of `spec.txt`, which contains the examples of GitHub's specification. The file is not part of the project. */
const gfmSpec = process.env.GFM_SPEC;
const gfmExamples: Example[] =
  gfmSpec && existsSync(gfmSpec)
    ? Array.from(
        readFileSync(gfmSpec, 'utf8').matchAll(/^`{32} example([^\n]*)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm),
        ([, extension, markdown, html], index) => ({ extension, markdown: markdown!, html: html!, number: index + 1 }),
      ).filter(({ extension }) => !/disabled/.test(extension ?? ''))
    : [];

/**
 * Reports whether an example has no raw HTML. Pages show raw HTML only if the sanitizer allows it; the specifications
 * have no sanitizer.
 */
const isWithoutHtml = ({ html, markdown }: Example): boolean =>
  !/<[a-z!?/]/i.test(markdown.replace(/<[a-z][\w.+-]*:[^>]*>|<[^>\s]+@[^>]*>/gi, '')) && html !== '';

const tabbed = (example: Example): Example => ({
  ...example,
  markdown: example.markdown.replaceAll('→', '\t'),
  html: example.html.replaceAll('→', '\t'),
});

type HtmlNode = DefaultTreeAdapterMap['childNode'];

/** Elements that only mark their text. Their order has no meaning. */
const marks = new Set(['em', 'strong', 'del', 'code']);

/**
 * Returns the blocks of HTML, one per line; the text of a block is split where its marks change. Omits intended
 * differences of published pages: levels of headings, links to headings, frames of code and tables, and missing images.
 */
function normalized(html: string): string {
  const lines: string[] = [];
  const runs: { marks: string; text: string }[] = [];
  const endLine = (): unknown => {
    const text = runs
      .map((run) => run.marks + run.text.replace(/\s+/g, ' '))
      .join('')
      .trim();
    if (text !== '') lines.push(text);
    runs.length = 0;
    return undefined;
  };
  const addText = (text: string, around: readonly string[]): unknown => {
    const key = around.length > 0 && text.trim() !== '' ? `{${[...new Set(around)].sort().join(' ')}}` : '';
    const last = runs.at(-1);
    if (last && (last.marks === key || text.trim() === '')) last.text += text;
    else if (text.trim() !== '' || last) runs.push({ marks: key, text });
    return undefined;
  };
  const walk = (node: HtmlNode, around: readonly string[]): unknown => {
    if ('value' in node) return addText(node.value, around);
    if (!('tagName' in node)) return;
    const name = node.tagName;
    const attribute = (attributeName: string) => node.attrs.find((one) => one.name === attributeName)?.value ?? '';
    const into = (more: readonly string[] = []): unknown =>
      node.childNodes.map((child) => walk(child, [...around, ...more]));
    if (['heading-link', 'box'].includes(attribute('class')) || name === 'input') return;
    if (name === 'img') return addText(attribute('alt') || attribute('src'), [...around, 'img']);
    if (attribute('class') === 'missing-image') return into(['img']);
    if (name === 'br') return endLine();
    if (marks.has(name) && around[0] !== 'pre') return into([name]);
    if (name === 'a') return into(attribute('href') ? [`a ${decoded(attribute('href'))} ${attribute('title')}`] : []);
    if (name === 'span' || (name === 'code' && around[0] === 'pre')) return into();
    endLine();
    const isShown = /^(?:h[1-6]|ul|ol|li|blockquote|pre|hr|table|tr|td|th)$/.test(name);
    if (isShown) lines.push(`<${/^h[1-6]$/.test(name) ? 'h' : name} ${attribute('start')}>`);
    into(name === 'pre' ? ['pre'] : []);
    endLine();
    return isShown && lines.push('</>');
  };
  for (const node of parseFragment(html).childNodes) walk(node, []);
  endLine();
  return lines.join('\n');
}

/** Returns an address without percent-encoding, and without the slash of an empty path. */
function decoded(url: string): string {
  try {
    return decodeURI(url).replace(/^(\w+:\/\/[^/?#]*)\/(?=$|[?#])/, '$1');
  } catch {
    return url;
  }
}

const options = { resolve: (url: string) => ({ kind: 'url', url }) };

/** Resolves every link to the address in the Markdown, as the specifications do. */
const resolverOfAllLinks = {
  ...referenceResolver,
  linkOf: ({ url }: { url?: unknown }) => ({ url: String(url), isExternal: false }),
};

const published = ({ markdown }: Example): string =>
  fillText(
    renderText(documentFromMarkdown(markdown, { ...options, forReaders: true }) as DocumentNode),
    resolverOfAllLinks as typeof referenceResolver,
  );

const htmlOfWrittenMarkdown = ({ markdown }: Example): string =>
  htmlOf(markdownFromDocument(documentFromMarkdown(markdown, options)));

/** Returns the HTML that `cmark-gfm` would write. micromark follows the same rules. */
const htmlOf = (markdown: string): string =>
  micromark(markdown, { allowDangerousProtocol: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

const specifications: [string, Example[], { published: number; written: number }][] = [
  ['CommonMark', commonmark.tests, { published: 531, written: 561 }],
  ['GFM', gfmExamples, { published: 547, written: 576 }],
];

it.each(specifications.filter(([, examples]) => examples.length > 0))(
  `at least the known number of examples of %s are rendered as specified, on a page and from written Markdown${gfmExamples.length > 0 ? '' : ' (GFM SKIPPED: GFM_SPEC names no spec.txt)'}`,
  (name, examples, least) => {
    const compared = examples.map(tabbed).filter(isWithoutHtml);
    const differing = (render: (example: Example) => string) =>
      compared.filter((example) => normalized(render(example)) !== normalized(htmlOf(example.markdown)));
    const [pages, documents] = [differing(published), differing(htmlOfWrittenMarkdown)];
    console.log(
      `${name}: ${compared.length} examples without raw HTML; published ${compared.length - pages.length}, written back ${compared.length - documents.length}`,
    );
    expect(compared.length - pages.length).toBeGreaterThanOrEqual(least.published);
    expect(compared.length - documents.length).toBeGreaterThanOrEqual(least.written);
  },
);
