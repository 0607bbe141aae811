import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentError } from '../../../../src/engine/base/types.js';
import { frontMatterFields, replaceBody, splitFrontMatter } from '../../../../src/engine/text/markdown/front-matter.js';

const fieldsOf = (text: string) => frontMatterFields(splitFrontMatter(text), 'page.md');

const lines = fc.array(
  fc.constantFrom('---', '--- ', 'title: A', '', '# Heading', ' ---', '...', 'text', '\uFEFF---'),
  { maxLength: 8 },
);
const texts = fc
  .tuple(fc.constantFrom('', '\uFEFF'), lines, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([mark, all, end, closed]) => mark + all.join(end) + (closed ? end : ''));

describe('front matter', () => {
  it('is the text between a first line of three dashes and a later one', () => {
    const parts = splitFrontMatter('---\ntitle: A\n---\n\n# Body\n');
    expect(parts.yaml).toBe('title: A\n');
    expect(parts.body).toBe('\n# Body\n');
    expect(fieldsOf('---\ntitle: A\n---\n')).toEqual({ title: 'A' });
  });

  it('starts after a byte-order mark, which is not part of the body', () => {
    const parts = splitFrontMatter('\uFEFF---\r\ntitle: A\r\n---\r\nBody');
    expect(parts.body).toBe('Body');
    expect(splitFrontMatter('\uFEFFBody').body).toBe('Body');
  });

  it.each([
    'text\n---\ntitle: A\n---\n',
    ' ---\na: 1\n---\n',
    '---\nnever: closed\n',
    '----\na: 1\n----\n',
    '---\njust a sentence\n---\n',
    '---\n\nWelcome\n\n---\n',
    '---\n- a: 1\n---\n',
    '',
  ])('is absent from %j', (text) => {
    expect(splitFrontMatter(text)).toMatchObject({ opening: '', yaml: '', body: text });
  });

  it('can be empty or contain only comments', () => {
    expect(fieldsOf('---\n---\nBody')).toEqual({});
    expect(fieldsOf('---\n# nothing\n---\n')).toEqual({});
  });

  it.each([
    ['---\ntitle: [A\n---\n', /"page.md" line \d+: .*flow/i],
    ['---\na: 1\na: 2\n---\n', /"page.md" line 3: .*unique/i],
    ['---\n? [a]: b\nc\n---\n', /"page.md" line \d+: /],
  ])('refuses %j with the file and the line', (text, message) => {
    expect(() => fieldsOf(text)).toThrow(ContentError);
    expect(() => fieldsOf(text)).toThrow(message);
  });

  it('refuses aliases that multiply', () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`)}]`,
    );
    expect(() => fieldsOf(`---\nl0: &l0 [a]\n${levels.join('\n')}\n---\n`)).toThrow(/alias/i);
  });

  it('splits any text into parts that concatenate to the same text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { byteOrderMark, opening, yaml, closing, body, bodyStart } = splitFrontMatter(text);
        expect(byteOrderMark + opening + yaml + closing + body).toBe(text);
        expect(text.slice(bodyStart)).toBe(body);
      }),
      { numRuns: 300 },
    );
  });

  it('is retained if its last line ends with a carriage return and the body begins with a line feed', () => {
    const text = replaceBody('---\ra: 1\r---\rb', '\nc');
    expect(splitFrontMatter(text)).toMatchObject({ yaml: 'a: 1\r', body: '\nc' });
  });

  it('stays the same when `replaceBody` replaces the body, and replacing the old body restores the text', () => {
    fc.assert(
      fc.property(texts, texts, (text, body) => {
        const before = splitFrontMatter(text);
        const after = splitFrontMatter(replaceBody(text, body));
        expect(after.body).toBe(body);
        expect(after.yaml).toBe(before.yaml);
        expect(replaceBody(text, before.body)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
