import { describe, expect, it } from 'vitest';
import { createLinkLookup, findLinks, resolveLinks } from '../../../../src/engine/tree/links/links.js';

const found = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end));

describe('finding links', () => {
  it.each([
    ['[a](b.md) and ![i](c.png "title")', ['b.md', 'c.png']],
    ['[a](b.md#part) [c](d.md?x=1#y) [e](#only)', ['b.md', 'd.md']],
    ['[a](<b c (1).md>) [d](e\\_f.md) [g](h(1).md)', ['b c (1).md', 'e\\_f.md', 'h(1).md']],
    ['[a][b] [c]\n\n[b]: d.md "t"\n[c]: <e f.md>\n', ['d.md', 'e f.md']],
    ['<https://a.b> [x](https://c.d/e.md) [m](mailto:a@b.c) [n](//host/x)', []],
    ['`[a](b.md)` ``[c](`d.md)`` \\[e](f.md) [g]\\(h.md)', []],
    ['```\n[a](b.md)\n```\n\n    [c](d.md)\n\n~~~md\n[e](f.md)\n~~~', []],
    ['- item\n\n      [a](b.md)\n\n  [c](d.md)\n> [e](f.md)\nlazy [g](h.md)', ['d.md', 'f.md', 'h.md']],
    ["<a href=\"b.md#x\">t</a> <img alt='>' src='c d.png'>", ['b.md', 'c d.png']],
    ['<table>\n<td><a href="b.md">[not](c.md)</a></td>\n\n[d](e.md)', ['b.md', 'e.md']],
    ['<picture><source srcset="d.png"><img src="l.png"></picture>', ['d.png', 'l.png']],
    ['<!-- [a](b.md) <a href="c.md"> -->\n\n<pre>\n<a href="d.md">\n</pre>', []],
    ['{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}', ['b.md', 'b.md']],
    ['{% file src="../.gitbook/assets/a (1).pdf" %}\n{% embed url="https://x.y" %}', ['../.gitbook/assets/a (1).pdf']],
    ['{% if customer.url == "b.md" %}\n{{ page.url }}', []],
    ['| a | b |\n|---|---|\n| `x | [c](d.md) | `e` |', ['d.md']],
    ['[![i](a.png)](b.md) [x [y](c.md)](d.md)', ['a.png', 'b.md', 'c.md']],
    ['---\ncover: ../img/a b.png\n---\n[a](b.md)', ['../img/a b.png', 'b.md']],
    ['# [a](b.md) #\n\n[c](d.md)\n===\n', ['b.md', 'd.md']],
  ])('in %j returns %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('returns offsets in the whole text, after front matter, a byte-order mark and characters of two UTF-16 units', () => {
    const text = '\uFEFF---\r\ntitle: A\r\n---\r\n😀 [é](ü.md#x)\r\n';
    expect(findLinks(text)).toEqual([{ start: text.indexOf('ü.md'), end: text.indexOf('#x'), path: 'ü.md' }]);
  });

  it('decodes escapes and entities; resolving also decodes percent-encoding', () => {
    expect(findLinks('[a](b\\_c&amp;d.md)')[0]?.path).toBe('b_c&d.md');
    const lookup = createLinkLookup({
      root: '',
      pages: new Map([['a b.md', 'page_1']]),
      shared: new Map(),
      files: new Map([['100%.png', 'file_1']]),
    });
    const targets = resolveLinks('[a](a%20b.md) ![b](100%.png) [c](c.md)', 'x.md', lookup).map(
      ({ target }) => target.id,
    );
    expect(targets).toEqual(['page_1', 'file_1']);
  });
});
