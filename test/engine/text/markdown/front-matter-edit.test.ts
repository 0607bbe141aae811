import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { frontMatterFields, splitFrontMatter } from '../../../../src/engine/text/markdown/front-matter.js';
import { setFields } from '../../../../src/engine/text/markdown/front-matter-edit.js';

const fieldsOf = (text: string) => frontMatterFields(splitFrontMatter(text), 'page.md');

const page = `---
# written by hand
description: >-
  A folded description
  over two lines.
icon:   'star'   # the icon
layout:
    title: { visible: false }

other: "kept"
---

# Body
`;

describe('editing front matter', () => {
  it('replaces one field and retains every other byte', () => {
    expect(setFields(page, { icon: 'moon' })).toBe(page.replace("icon:   'star'", 'icon: moon'));
    expect(setFields(page, { description: 'Short' })).toBe(
      page.replace('description: >-\n  A folded description\n  over two lines.', 'description: Short'),
    );
  });

  it('adds a field at the end, and removes a field with its line', () => {
    expect(setFields(page, { hidden: true })).toBe(page.replace('other: "kept"\n', 'other: "kept"\nhidden: true\n'));
    expect(setFields(page, { icon: null })).toBe(page.replace("icon:   'star'   # the icon\n", ''));
  });

  it('changes nothing if the fields already have these values, or if absent fields are removed', () => {
    expect(setFields(page, { icon: 'star', missing: null, unnamed: undefined })).toBe(page);
  });

  it('creates front matter with the first field, in the line ends of the file, and removes it with the last field', () => {
    const text = '\uFEFF# Body\r\n';
    const titled = setFields(text, { title: 'A' });
    expect(titled).toBe('\uFEFF---\r\ntitle: A\r\n---\r\n# Body\r\n');
    expect(setFields(titled, { title: null })).toBe(text);
  });

  it('retains a comment after a value that becomes text of several lines', () => {
    const edited = setFields('---\na: 1 # one\n---\n', { a: 'first\nsecond # not a comment' });
    expect(edited).toContain('# one\n');
    expect(fieldsOf(edited)).toEqual({ a: 'first\nsecond # not a comment' });
  });

  it('rewrites the whole YAML if it is a map in braces or has aliases', () => {
    expect(fieldsOf(setFields('---\n{a: 1, b: 2}\n---\n', { b: 3, c: 4 }))).toEqual({ a: 1, b: 3, c: 4 });
    expect(fieldsOf(setFields('---\na: &x 1\nb: *x\n---\n', { b: 2 }))).toEqual({ a: 1, b: 2 });
  });

  it('reads back any fields that were set in any front matter, and retains the body', () => {
    const keys = fc.constantFrom('title', 'description', 'icon', 'layout', 'with space', '__proto__x', '# odd');
    const values = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      fc.constantFrom<Json>(
        true,
        'a: b',
        '- x',
        '---',
        '#',
        ' lead',
        'trail ',
        'two\nlines',
        '',
        5,
        { visible: false },
        ['a', 'b'],
      ),
    );
    const changes = fc.dictionary(keys, fc.option(values), { noNullPrototype: true, maxKeys: 4 });
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(changes, changes, end, (first, second, lineEnd) => {
        const start = page.replaceAll('\n', lineEnd);
        const once = setFields(start, first);
        const twice = setFields(once, second);
        const wished: Record<string, Json> = { ...fieldsOf(start), ...first, ...second };
        for (const [key, value] of Object.entries(wished)) if (value === null) delete wished[key];
        expect(fieldsOf(twice)).toEqual(wished);
        expect(splitFrontMatter(twice).body).toBe(splitFrontMatter(start).body);
      }),
      { numRuns: 300 },
    );
  });
});
