import fc from 'fast-check';

/** Generates inline content as an API client may send it, which need not be normalized. */

/** Fragments of text that have a meaning in Markdown, HTML or GitBook's extensions. */
export const markupFragments = [
  ...'*_~`[]()!<>&|\\#+-=.:;"\'@/{}$^% \t'.split(''),
  '**',
  '__',
  '~~',
  '``',
  '```',
  '![',
  '](',
  '<br>',
  '</a>',
  '<!--',
  '&amp;',
  '&#32;',
  '\\|',
  '1.',
  '2)',
  '- ',
  '> ',
  '# ',
  '    ',
  'www.example.com',
  'https://example.org/a_b',
  'me@example.com',
  '[^1]',
  '[ ]',
  '[x] ',
  '---',
  '===',
  '| a |',
  '|-|',
  '\n',
  '\n\n',
  '\r\n',
  'a',
  'B',
  '7',
  'é',
  '文',
  '😀',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u200b',
  '\f',
  '\u0301',
  'word',
  'two words',
  '$$',
  '$$x$$',
  ':a:',
  ':rocket:',
  '::',
  '<kbd>',
  '</kbd>',
  '<sub>',
  '</sub>',
  '<mark style="color:red;">',
  '</mark>',
  '<span>',
  '</span>',
  '<a href="b">',
  '<code class="expression">',
  '</code>',
  '<i class="fa-a">',
  '<img src="a" data-size="line">',
  '"mention"',
  '[^1]:',
];

/** Generates any text. */
export const text = fc
  .array(fc.constantFrom(...markupFragments), { minLength: 0, maxLength: 6 })
  .map((parts) => parts.join(''));
/** Generates text of one line. */
export const line = text.map((value) => value.replace(/[\r\n]/g, ' '));
const color = fc.constantFrom('default', 'red', 'yellow', '$primary');
const mark = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('bold', 'italic', 'strikethrough', 'code', 'keyboard', 'subscript', 'superscript')
      .map((type) => ({ object: 'mark', type })),
  },
  fc
    .record({ text: color, background: color })
    .map((data): { object: string; type: string } => Object.assign({ object: 'mark', type: 'color' }, { data })),
);
const leaf = fc.record({
  object: fc.constant('leaf'),
  text,
  marks: fc.uniqueArray(mark, { maxLength: 3, selector: (m) => m.type }),
});
const textNode = fc.record({ object: fc.constant('text'), leaves: fc.array(leaf, { maxLength: 3 }) });
/** Generates a reference. */
export const ref = fc.record({
  kind: fc.constant('url'),
  url: fc.oneof(
    line,
    fc.constantFrom('https://example.org/', 'http://a.b', 'mailto:a@b.c', 'page.md#a b', '', '(a)', '<b>'),
  ),
});
const inlineImage = fc.record({
  object: fc.constant('inline'),
  type: fc.constant('inline-image'),
  data: fc.record(
    { ref, alt: line, caption: line, size: fc.constantFrom('line', 'original'), refDark: ref },
    { requiredKeys: ['ref'] },
  ),
});
const link = fc.record({
  object: fc.constant('inline'),
  type: fc.constant('link'),
  data: fc.record({ ref, title: line }, { requiredKeys: ['ref'] }),
  nodes: fc.array(fc.oneof({ weight: 4, arbitrary: textNode }, inlineImage), { maxLength: 3 }),
});
const inlineVoid = <Data>(type: string, data: fc.Arbitrary<Data>) =>
  fc.record({ object: fc.constant('inline'), type: fc.constant(type), data, isVoid: fc.constant(true) });
const oneLine = line.map((value) => value.replace(/[\u2028\f]/g, ' '));
const formula = fc
  .oneof(line, fc.constantFrom('x^2', '\\frac{a}{b}', 'a | b', '*a*', '<b>', '\\$'))
  // A pipe after a backslash cannot be written in a cell. It is replaced, because deletion could create another such
  // pair.
  .map((value) => value.replaceAll('$', '').replaceAll('\\|', '/|') || 'x');

/** Inlines that contain no other nodes. */
const voidInlines = fc.oneof(
  inlineImage,
  inlineVoid('inline-math', fc.record({ formula })),
  inlineVoid('emoji', fc.record({ code: fc.constantFrom('rocket', '+1', '1f680', '100', 'a', '1f468-200d-1f469') })),
  inlineVoid('icon', fc.record({ icon: fc.constantFrom('github', 'a-1'), color: color }, { requiredKeys: ['icon'] })),
  inlineVoid(
    'expression',
    fc.record({ expression: fc.oneof(line, fc.constantFrom('space.vars.a_b_c', 'a*b*c', 'a || "b"', '"a\\"b"')) }),
  ),
  inlineVoid('mention', fc.record({ ref })),
  inlineVoid(
    'button',
    fc.record(
      { label: oneLine, kind: fc.constantFrom('primary', 'secondary'), icon: fc.constant('gear'), ref },
      { requiredKeys: ['label', 'kind', 'ref'] },
    ),
  ),
);

/** Annotations, each with a note that may contain other annotations. */
const { content } = fc.letrec<{ annotation: unknown; content: unknown[] }>((tie) => ({
  annotation: fc.record({
    object: fc.constant('inline'),
    type: fc.constant('annotation'),
    isVoid: fc.constant(false),
    nodes: fc.array(fc.oneof(textNode, fc.constant({ object: 'text', leaves: [{ text: 'word', marks: [] }] })), {
      maxLength: 2,
    }),
    fragments: fc
      .record({
        object: fc.constant('fragment'),
        type: fc.constant('annotation-body'),
        nodes: fc.array(
          fc.record({ object: fc.constant('block'), type: fc.constant('paragraph'), nodes: tie('content') }),
          { minLength: 1, maxLength: 2 },
        ),
      })
      .map((note) => [note]),
  }),
  content: fc.array(
    fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 4, arbitrary: textNode },
      { weight: 1, arbitrary: link },
      { weight: 3, arbitrary: voidInlines },
      { weight: 1, arbitrary: tie('annotation') },
    ),
    { maxLength: 4 },
  ),
}));

/** Generates inline content of all kinds. */
export const inlines = content;

const tags = [
  ...['b', 'em', 'code', 'kbd', 'sub', 'sup', 'del', 'span', 'u'].flatMap((name) => [`<${name}>`, `</${name}>`]),
  '<mark style="color:red;">',
  '<mark style="background-color: blue">',
  '<mark>',
  '</mark>',
  '<code class="expression">',
  '<i class="fa-a">',
  '</i>',
  '<a href="b.md">',
  '<a href="b.md" class="button primary">',
  '<a data-mention href="b.md">',
  '</a>',
  '<img src="a" data-size="line">',
  '<picture><source srcset="a" media="(prefers-color-scheme: dark)"><img src="b"></picture>',
  '<br>',
  '<!-- a -->',
];

/** Generates Markdown and HTML of inlines in any order, with footnotes that refer to each other. */
export const randomInlineMarkdown = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...tags) },
        fc.constantFrom(
          ...markupFragments,
          '[^1]',
          '[^2]',
          'word',
          '[a](b "mention")',
          '[',
          '](c)',
          '![d](e)',
          '\n',
          '**',
          '_',
        ),
      ),
      { maxLength: 25 },
    ),
    fc.constantFrom('', '\n\n[^1]: a[^2]', '\n\n[^1]: a\n\n[^2]: b[^1][^2]\n\n    > c', '\n\n[^2]:'),
  )
  .map(([parts, notes]) => parts.join('') + notes);
