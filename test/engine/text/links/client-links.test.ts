import { describe, expect, it } from 'vitest';
import { writeClientLinks } from '../../../../src/engine/tree/links/client-links.js';
import { document, file, manifest } from '../../manifests.js';

// Tests how the gateway converts links that API clients write in Markdown.

const pages = [
  document('docs/README.md', '', { id: 'page_home', path: '' }),
  document('docs/guide/README.md', '', {
    id: 'page_guide',
    path: 'guide',
    children: [document('docs/guide/set up (new).md', '', { id: 'page_setup', path: 'guide/set-up' })],
  }),
  { id: 'page_more', type: 'group' as const, title: 'More', path: 'more' },
];
const tree = manifest(pages, {
  root: 'docs',
  files: [file('docs/.gitbook/assets/plan.png', 'x', { id: 'file_plan' })],
});
const refs = new Map([
  ['faq', { kind: 'page' as const, id: 'page_new' }],
  ['guide', { kind: 'page' as const, id: 'page_guide' }],
  ['my logo', { kind: 'file' as const, id: 'file_new' }],
]);
const write = (text: string) => writeClientLinks(text, { manifest: tree, refs });
const linked = (destination: string) => write(`[x](${destination})`).slice(4, -1);

describe('a link to a page', () => {
  it.each([
    ['/pages/page_guide', '/guide/README.md'],
    ['/pages/page_guide.md', '/guide/README.md'],
    ['/pages/page_guide/README.md', '/guide/README.md'],
    ['/pages/guide', '/guide/README.md'],
    ['/pages/guide/', '/guide/README.md'],
    ['/pages/guide.md', '/guide/README.md'],
    ['/pages/guide/README.md', '/guide/README.md'],
    ['/pages/guide/set-up', '/guide/set%20up%20%28new%29.md'],
    ['/pages/guide/set-up.md#First', '/guide/set%20up%20%28new%29.md#First'],
    ['/pages/guide%2Fset-up?x=1#a', '/guide/set%20up%20%28new%29.md?x=1#a'],
    ['/pages/page_more', 'docgraph:page/page_more'],
    ['/pages/more#part', 'docgraph:page/page_more#part'],
  ])('%s becomes %s', (destination, expected) => {
    expect(linked(destination)).toBe(expected);
  });
});

describe('a link to a file', () => {
  it.each([
    ['/files/file_plan', '/.gitbook/assets/plan.png'],
    ['/files/file_plan#x', '/.gitbook/assets/plan.png#x'],
  ])('%s becomes %s', (destination, expected) => {
    expect(linked(destination)).toBe(expected);
  });
});

describe('a link to an object that the request names', () => {
  it.each([
    ['./guide', '/guide/README.md'],
    ['./guide.md#a', '/guide/README.md#a'],
    ['./faq.md#a', '/pages/page_new#a'],
    ['./my%20logo', '/files/file_new'],
  ])('%s becomes %s', (destination, expected) => {
    expect(linked(destination)).toBe(expected);
  });
});

describe('a link is not changed', () => {
  it.each([
    '/pages/gone.md#a',
    '/pages/',
    '/files/gone',
    '/files/page_guide',
    './gone.md',
    'guide/README.md',
    'faq.md',
    'pages/page_guide',
    'https://example.org/pages/page_guide',
    '//example.org/pages/page_guide',
    '#faq',
    'docgraph:page/gone',
  ])('if it is %s', (destination) => {
    expect(linked(destination)).toBe(destination);
  });

  it('if a file has its path; paths take precedence over API forms, and names in the request over both', () => {
    const own = document('pages/guide.md', '', { id: 'page_own', path: 'own' });
    const other = manifest([own, document('guide.md', '', { id: 'page_guide', path: 'guide' })]);
    const links = '[a](/pages/guide.md) [b](/pages/guide) [c](/pages/page_guide) [d](./guide.md)';
    expect(
      writeClientLinks(links, { manifest: other, refs: new Map([['guide', { kind: 'page', id: 'page_own' }]]) }),
    ).toBe('[a](/pages/guide.md) [b](/pages/guide) [c](/guide.md) [d](/pages/guide.md)');
  });

  it('in code, or in the front matter of a text', () => {
    const code = '`[a](/pages/guide)`\n\n```\n[a](/pages/guide)\n```\n';
    expect(write(code)).toBe(code);
    const front = '---\ncover: /files/file_plan\n---\n';
    expect(writeClientLinks(`${front}[a](/pages/guide)`, { manifest: tree, refs }, front.length)).toBe(
      `${front}[a](/guide/README.md)`,
    );
  });
});

it('links are converted in every form that Markdown has', () => {
  const text = [
    '![x](/files/file_plan "plan") [a][b] <img src="/files/file_plan"> [c](</pages/guide/set-up>)',
    '{% content-ref url="/pages/page_guide" %}',
    '[d](./faq.md)',
    '{% endcontent-ref %}',
    '',
    '[b]: ./guide.md "Guide"',
  ].join('\n');
  expect(write(text)).toBe(
    [
      '![x](/.gitbook/assets/plan.png "plan") [a][b] <img src="/.gitbook/assets/plan.png"> [c](</guide/set up (new).md>)',
      '{% content-ref url="/guide/README.md" %}',
      '[d](/pages/page_new)',
      '{% endcontent-ref %}',
      '',
      '[b]: /guide/README.md "Guide"',
    ].join('\n'),
  );
});
