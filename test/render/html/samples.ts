import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import type { BlockType, Inline, Mark } from '../../../src/engine/text/document/nodes/nodes.js';
import { block, fragment, inline, paragraph, text } from './nodes.js';
import { readerSamples, type Sample } from './reader-samples.js';

const size = 'width="400" height="200" loading="lazy" decoding="async"';
const longText = 'In a cell with many words. '.repeat(4).trim();
const image = { ref: { kind: 'file', file: 'a' } };
const table: DocumentNode['data'] = {
  view: { type: 'grid', columns: ['t', 'n', 'r', 'c', 'f', 'l', 'i', 's', 'u'] },
  definition: {
    t: { type: 'text', title: 'Text', textAlignment: 'right' },
    n: { type: 'number', title: 'Number' },
    r: { type: 'rating', title: 'Rating', max: 5 },
    c: { type: 'checkbox', title: '' },
    f: { type: 'files', title: 'Files' },
    l: { type: 'content-ref', title: 'Link' },
    i: { type: 'image', title: 'Image' },
    s: { type: 'select', title: 'Select', options: [{ value: 'o', label: 'Open' }] },
    u: { type: 'users', title: 'Users' },
    h: { type: 'text', title: 'Hidden' },
  },
  records: {
    b: { orderIndex: 'b', values: {} },
    a: {
      orderIndex: 'a',
      values: {
        ...{ t: 'cell', n: 7, r: 4, c: true, f: ['x', 'y'], l: { ref: { kind: 'url', url: 'https://a.test/' } } },
        ...{ i: { ref: { kind: 'file', file: 'a' }, alt: 'An a' }, s: ['o', 'p'], u: ['ann'], h: 'hidden' },
      },
    },
  },
};

/** A sample of each block type; a missing type does not compile. */
export const blockSamples: Record<BlockType, Sample> = {
  paragraph: {
    node: block('paragraph', { align: 'center' }, text('One\ntwo & <three>')),
    html: '<p class="center">One<br>two &amp; &lt;three&gt;</p>',
  },
  'heading-1': {
    node: { ...block('heading-1', {}, text('First "step"')), meta: { id: 'first-step' } },
    html: '<h2 id="first-step">First &quot;step&quot; <a class="heading-link" href="#first-step" aria-label="Link to “First &quot;step&quot;”">#</a></h2>',
  },
  'heading-2': {
    node: { ...block('heading-2', { align: 'end' }, text('Zwei')), meta: { id: 'größe' } },
    html: '<h3 id="größe" class="end">Zwei <a class="heading-link" href="#gr%C3%B6%C3%9Fe" aria-label="Link to “Zwei”">#</a></h3>',
  },
  'heading-3': { node: block('heading-3', {}, text('Three')), html: '<h4>Three</h4>' },
  'list-ordered': {
    node: block('list-ordered', { start: 3 }, block('list-item', {}, paragraph('Third'))),
    html: '<ol start="3"><li><p>Third</p></li></ol>',
  },
  'list-unordered': {
    node: block('list-unordered', {}, block('list-item', {}, paragraph('One')), paragraph('Other')),
    html: '<ul><li><p>One</p></li><li><p>Other</p></li></ul>',
  },
  'list-tasks': {
    node: block(
      'list-tasks',
      {},
      block('list-item', { checked: true }, paragraph('Done')),
      block('list-item', {}, paragraph('Open')),
    ),
    html:
      '<ul class="tasks"><li class="task"><span class="box" role="img" aria-label="Done">☑</span> <p>Done</p></li>' +
      '<li class="task"><span class="box" role="img" aria-label="To do">☐</span> <p>Open</p></li></ul>',
  },
  'list-item': { node: block('list-item', {}, paragraph('Alone')), html: '<ul><li><p>Alone</p></li></ul>' },
  divider: { node: block('divider'), html: '<hr>' },
  blockquote: { node: block('blockquote', {}, paragraph('Said')), html: '<blockquote><p>Said</p></blockquote>' },
  hint: {
    node: block('hint', { style: 'danger' }, paragraph('Hot')),
    html: '<div class="hint hint-danger" role="note"><span class="visually-hidden">Danger: </span><p>Hot</p></div>',
  },
  tabs: {
    node: block(
      'tabs',
      { fullWidth: true },
      block('tabs-item', { title: 'A & B' }, paragraph('In A')),
      block('tabs-item', {}, paragraph('In B')),
    ),
    html:
      '<fieldset class="tabs wide"><legend class="visually-hidden">Tabs</legend>' +
      '<div class="tab"><input type="radio" name="~tabs-1" id="~tabs-1-1" checked><label for="~tabs-1-1">A &amp; B</label><div class="panel"><p>In A</p></div></div>' +
      '<div class="tab"><input type="radio" name="~tabs-1" id="~tabs-1-2"><label for="~tabs-1-2">Tab 2</label><div class="panel"><p>In B</p></div></div></fieldset>',
  },
  'tabs-item': {
    node: block('tabs-item', { title: 'Alone' }, paragraph('In it')),
    html: '<p><strong>Alone</strong></p><p>In it</p>',
  },
  stepper: {
    node: block('stepper', {}, block('stepper-step', { icon: 'gear' }, paragraph('First'))),
    html: '<ol class="stepper"><li class="step"><span class="icon" title="gear" aria-hidden="true"></span><p>First</p></li></ol>',
  },
  'stepper-step': { node: block('stepper-step', {}, paragraph('Alone')), html: '<p>Alone</p>' },
  expandable: {
    node: {
      ...block('expandable'),
      meta: { id: 'more' },
      fragments: [
        fragment('expandable-title', block('paragraph', {}, text('More', 'bold'))),
        fragment('expandable-body', paragraph('Inside')),
      ],
    },
    html: '<details class="expandable" id="more"><summary><strong>More</strong></summary><div><p>Inside</p></div></details>',
  },
  code: {
    node: block(
      'code',
      { syntax: 'C++ {1}', title: 'a.cpp', lineNumbers: true, overflow: 'wrap' },
      block('code-line', { highlighted: true }, text('a < b')),
      block('code-line', {}),
    ),
    html:
      '<figure class="code numbered wrap"><figcaption>a.cpp</figcaption><pre role="group" aria-label="Code: a.cpp" tabindex="0">' +
      '<code class="language-c++"><span class="line highlighted">a &lt; b\n</span><span class="line"></span></code></pre></figure>',
  },
  'code-line': { node: block('code-line', {}, text('let a')), html: '<p><code>let a</code></p>' },
  math: {
    node: block('math', { formula: 'x<y' }),
    html:
      '<div class="math" role="group" aria-label="Formula" tabindex="0"><span class="katex"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block">' +
      '<semantics><mrow><mi>x</mi><mo>&lt;</mo><mi>y</mi></mrow><annotation encoding="application/x-tex">x&lt;y</annotation></semantics></math></span></div>',
  },
  images: {
    node: block(
      'images',
      { align: 'center', withFrame: true },
      block('image', image),
      block('image', { ...image, alt: 'b' }),
    ),
    html:
      `<div class="gallery center framed"><figure class="image"><img src="/files/a" alt="" ${size}></figure>` +
      `<figure class="image"><img src="/files/a" alt="b" ${size}></figure></div>`,
  },
  image: {
    node: {
      ...block('image', { ...image, refDark: { kind: 'file', file: 'd' }, alt: 'An a', width: 100 }),
      fragments: [fragment('caption', paragraph('Shown'))],
    },
    html:
      '<figure class="image"><img class="only-light" src="/files/a" alt="An a" width="100" height="50" loading="lazy" decoding="async">' +
      '<img class="only-dark" src="/files/d" alt="An a" width="100" height="50" loading="lazy" decoding="async"><figcaption><p>Shown</p></figcaption></figure>',
  },
  drawing: {
    node: block('drawing', image),
    html: `<figure class="image drawing"><img src="/files/a" alt="" ${size}></figure>`,
  },
  embed: {
    node: { ...block('embed', { url: 'https://v.test/1' }), fragments: [fragment('caption', paragraph('A film'))] },
    html:
      '<figure class="linked"><a href="https://v.test/1" rel="noopener noreferrer" class="card"><span class="card-kind">Embedded</span> ' +
      '<span class="card-title">https://v.test/1</span></a><figcaption><p>A film</p></figcaption></figure>',
  },
  file: {
    node: block('file', { ref: { kind: 'file', file: 'a.zip' } }),
    html: '<a href="/files/a.zip" class="card"><span class="card-kind">File</span> <span class="card-title">a.zip</span></a>',
  },
  'content-ref': {
    node: block('content-ref', { ref: { kind: 'page', page: 'p1' } }),
    html: '<a href="/pages/p1" class="card"><span class="card-title">p1</span></a>',
  },
  'reusable-content': {
    node: block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'note' } }),
    html: '<p>Shared.</p>',
  },
  swagger: {
    node: block('swagger', { ref: { kind: 'url', url: 'https://a.test/api.yaml' }, path: '/pets', method: 'get' }),
    html:
      '<div class="operation"><span class="method method-get">GET</span> <code>/pets</code> ' +
      '<a href="https://a.test/api.yaml" rel="noopener noreferrer" class="specification">https://a.test/api.yaml</a></div>',
  },
  'openapi-operation': {
    node: block('openapi-operation', { ref: { kind: 'openapi', spec: 'pets' }, path: '/pets', method: 'purge' }),
    html: '<div class="operation"><span class="method">PURGE</span> <code>/pets</code> <a class="specification">pets</a></div>',
  },
  'openapi-webhook': {
    node: block('openapi-webhook', { ref: { kind: 'openapi', spec: 'pets' }, name: 'born', method: 'post' }),
    html: '<div class="operation"><span class="method method-post">POST</span> <code>born</code> <a class="specification">pets</a></div>',
  },
  'openapi-schemas': {
    node: block('openapi-schemas', { ref: { kind: 'openapi', spec: 'pets' }, schemas: ['Cat', 'Dog'] }),
    html: '<div class="operation"><code>Cat</code> <code>Dog</code> <a class="specification">pets</a></div>',
  },
  table: {
    node: {
      ...block('table', table),
      fragments: [fragment('cell', paragraph(longText)), fragment('hidden', paragraph('No'))],
    },
    html:
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col" class="end long">Text</th><th scope="col">Number</th>' +
      '<th scope="col">Rating</th><td></td><th scope="col">Files</th><th scope="col">Link</th><th scope="col">Image</th><th scope="col">Select</th>' +
      `<th scope="col">Users</th></tr></thead><tbody><tr><td class="end long">${longText}</td><td>7</td>` +
      '<td><span class="rating"><span aria-hidden="true">★★★★☆</span> <span class="visually-hidden">4 of 5</span></span></td>' +
      '<td><span class="box" role="img" aria-label="Yes">☑</span></td><td><a href="/files/x">x</a>, <a href="/files/y">y</a></td>' +
      '<td><a href="https://a.test/" rel="noopener noreferrer">https://a.test/</a></td>' +
      `<td><img src="/files/a" alt="An a" ${size}></td>` +
      '<td><span class="tag">Open</span>, <span class="tag">p</span></td><td>@ann</td></tr>' +
      '<tr><td class="end long"></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td></tr></tbody></table></div>',
  },
};

/** A sample of each inline type; a missing type does not compile. */
export const inlineSamples: Record<Inline['type'], Sample> = {
  link: {
    node: inline('link', { ref: { kind: 'url', url: 'https://a.test/?a=1&b=2' }, title: 'Go "on"' }, text('there')),
    html: '<a href="https://a.test/?a=1&amp;b=2" rel="noopener noreferrer" title="Go &quot;on&quot;">there</a>',
  },
  'inline-image': {
    node: inline('inline-image', { ...image, alt: 'An a', caption: 'Shown', size: 'line' }),
    html: `<img class="line-image" src="/files/a" alt="An a" title="Shown" ${size}>`,
  },
  annotation: {
    node: {
      ...inline('annotation', {}, text('word')),
      fragments: [fragment('annotation-body', paragraph('The note.'))],
    },
    html: '<span class="annotation">word</span><sup><a id="~note-1-of" href="#~note-1" aria-label="Note 1">1</a></sup>',
  },
  element: {
    node: inline('element', { name: 'abbr', attributes: { title: 'An a', onclick: 'b' } }, text('a')),
    html: '<abbr title="An a">a</abbr>',
  },
  emoji: { node: inline('emoji', { code: '1f468-200d-1f469' }), html: '<span class="emoji">👨‍👩</span>' },
  icon: {
    node: inline('icon', { icon: 'github', color: 'red' }),
    html: '<span class="icon color-red" title="github" aria-hidden="true"></span>',
  },
  expression: {
    node: inline('expression', { expression: 'a < b' }),
    html: '<code class="expression">a &lt; b</code>',
  },
  'inline-math': {
    node: inline('inline-math', { formula: '\\frac{1' }),
    html: '<code class="tex">\\frac{1</code>',
  },
  mention: {
    node: inline('mention', { ref: { kind: 'user', user: 'Ann' } }),
    html: '<a class="mention">@Ann</a>',
  },
  button: {
    node: inline('button', { label: 'Go', kind: 'secondary', icon: 'gear', ref: { kind: 'page', page: 'p1' } }),
    html: '<a href="/pages/p1" class="button secondary"><span class="icon" title="gear" aria-hidden="true"></span>Go</a>',
  },
};

/** Expected HTML of the word `a` with each mark. */
export const markSamples: Record<Mark['type'], string> = {
  bold: '<strong>a</strong>',
  italic: '<em>a</em>',
  strikethrough: '<del>a</del>',
  code: '<code>a</code>',
  keyboard: '<kbd>a</kbd>',
  subscript: '<sub>a</sub>',
  superscript: '<sup>a</sup>',
  color: '<mark class="color-primary background-yellow">a</mark>',
};

/** Samples of other documented types, of types that occur only in documents for readers, and of unknown types. */
export const otherSamples: Record<string, Sample> = {
  if: { node: block('if', { expression: 'x' }, paragraph('Inside')), html: '<p>Inside</p>' },
  ...readerSamples,
  'code in colors': {
    node: block(
      'code',
      { syntax: 'js' },
      block('code-line', {}, text('// Doubles')),
      block('code-line', {}, text('function twice(a) { return a * 2 + "" }')),
    ),
    html:
      '<figure class="code"><pre role="group" aria-label="Code" tabindex="0"><code class="language-js">' +
      '<span class="line"><span class="token-comment">// Doubles</span>\n</span>' +
      '<span class="line"><span class="token-keyword">function</span> <span class="token-name">twice</span>(<span class="token-name">a</span>) { ' +
      '<span class="token-keyword">return</span> a * <span class="token-value">2</span> + <span class="token-string">&quot;&quot;</span> }</span></code></pre></figure>',
  },
  integration: {
    node: block('integration', { integration: 'sheets', block: 'sheet', url: 'https://a.test/s' }),
    html: '<a href="https://a.test/s" rel="noopener noreferrer" class="card"><span class="card-kind">sheets / sheet</span> <span class="card-title">https://a.test/s</span></a>',
  },
  'an unknown type': {
    node: {
      ...block('carousel', {}, text('Words '), inline('sparkle', {}, text('here'))),
      fragments: [fragment('x', paragraph('and here'))],
    },
    html: '<p>Words here</p><p>and here</p>',
  },
  'an empty unknown type': { node: block('spacer'), html: '<p>[spacer]</p>' },
};
