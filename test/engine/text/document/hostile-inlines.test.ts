import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compiledModules } from '../../../../scripts/compiled.mjs';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { maxAnnotationDepth } from '../../../../src/engine/text/document/nodes/nodes.js';
import { holdsBounds, withinBounds } from '../../../support/cost.js';
import { isSoak } from '../../../support/properties.js';

/** Limits for any page: seconds of CPU, and megabytes of memory. */
const limit = { seconds: 2, megabytes: 256 };

/** Lengths of Markdown to try: one that is parsed, one near the maximum that is parsed, and one above the maximum. */
const lengths = isSoak
  ? [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 1_000_000]
  : [5_000, 60_000, 1_000_000];

const fill = (pattern: string) => (length: number) => pattern.repeat(Math.ceil(length / pattern.length));
const deep =
  (open: string, close: string, notes = '') =>
  (length: number) => {
    const depth = Math.ceil(length / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth) + notes;
  };
const count = (length: number, each: (index: number) => string) =>
  Array.from({ length: Math.ceil(length / each(1_000).length) }, (_, index) => each(index));

/** Shapes of inlines that would take long if any part of the reader compared all inlines with all others. */
const shapes: Record<string, (length: number) => string> = {
  'unclosed marks': fill('<mark>'),
  'marks one after the other': fill('<mark style="color:red;">a</mark>'),
  'colors in colors': deep('<mark style="color:red;">a', '</mark>'),
  'subscripts in subscripts': deep('<sub>a', '</sub>'),
  'tags that cross': fill('<sub><sup></sub></sup>'),
  'closing tags': fill('</sub>'),
  'unclosed expressions': fill('<code class="expression">'),
  'expressions in expressions': deep('<code class="expression">', '</code>'),
  'emphasis in expressions': fill('<code class="expression">*a*</code>'),
  'links of HTML': fill('<a href="b">a</a> '),
  'links in links of HTML': deep('<a href="b">a', '</a>'),
  'buttons in buttons': deep('<a href="b" class="button primary">', '</a>'),
  'unclosed pictures': fill('<picture>'),
  'a tag of many attributes': (length) => `<a ${fill('b="c" ')(length)}>`,
  emoji: fill(':a: '),
  'emoji without spaces': fill(':a:'),
  'unclosed emoji': fill(':a '),
  colons: fill(':'),
  formulas: fill('$$x$$ '),
  'unclosed formulas': fill('$$x\n'),
  dollars: fill('$$$a$'),
  mentions: fill('[a](b "mention")'),
  'annotated spans in spans': deep('<span>a', '</span>[^1]', '\n\n[^1]: b'),
  'the same footnote over and over': (length) => `${fill('a[^1] ')(length)}\n\n[^1]: b`,
  'the same long footnote over and over': (length) =>
    `${fill('a[^1] ')(length / 2)}\n\n[^1]: ${fill('b ')(length / 2)}`,
  'a footnote within itself': (length) => `a[^1]\n\n[^1]: ${fill('a[^1] ')(length)}`,
  'footnotes in footnotes': (length) => `a[^0]\n\n${count(length, (at) => `[^${at}]: a[^${at + 1}]`).join('\n')}`,
  'footnotes that double': (length) =>
    `a[^0]\n\n${count(length, (at) => `[^${at}]: a[^${at + 1}] b[^${at + 1}]`).join('\n')}`,
};

const pages: Record<string, string> = {
  '100,000 unclosed marks': '<mark>'.repeat(100_000),
  'subscripts 10,000 deep': `${'<sub>'.repeat(10_000)}a${'</sub>'.repeat(10_000)}`,
  'a line of a megabyte of emoji': ':a:'.repeat(333_333),
};

/**
 * Starts a thread that reads Markdown, with the memory limit of a page. V8 enforces the limit, so the time of garbage
 * collections does not matter.
 */
function startReader(): Worker {
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData).then(({ documentFromMarkdown }) =>
      parentPort.on('message', (markdown) => parentPort.postMessage(documentFromMarkdown(markdown).nodes.length)));`;
  const workerData = `${compiledModules()}/engine/text/document/from-markdown.js`;
  const resourceLimits = { maxOldGenerationSizeMb: limit.megabytes };
  const reader = new Worker(code, { eval: true, workerData, resourceLimits });
  onTestFinished(() => reader.terminate().then(() => {}));
  return reader;
}

describe('hostile inlines', () => {
  const cases = Object.entries(shapes).flatMap(([name, shape]) =>
    lengths.map((length) => [`${name}, ${length} characters`, shape(length)] as const),
  );
  const all = [...cases, ...Object.entries(pages)];

  it.each(all)(`are read within ${limit.seconds} s: %s`, async (_, markdown) => {
    const document = await withinBounds({ cpu: limit.seconds }, () => documentFromMarkdown(markdown));
    expect(document.nodes.length).toBeGreaterThan(0);
  });

  // The size is limited only by the memory limit of the thread, not by the reader itself. `npm run soak` runs this
  // test.
  it.runIf(holdsBounds)(`are read within ${limit.megabytes} MB`, async () => {
    const reader = startReader();
    for (const [name, markdown] of all) {
      reader.postMessage(markdown);
      // Rejects with the error that ends the thread.
      const answer = await once(reader, 'message').catch((error) => [`${name}: ${error.message}`]);
      expect(answer).toEqual([expect.any(Number)]);
    }
  });

  it('nest annotations up to the maximum depth; deeper ones stay as written', () => {
    const chain = Array.from({ length: 10 }, (_, at) => `[^${at}]: a[^${at + 1}]`).join('\n');
    const text = JSON.stringify(documentFromMarkdown(`a[^0]\n\n${chain}`));
    expect(text.match(/"annotation"/g)).toHaveLength(maxAnnotationDepth);
    for (const label of [5, 6, 7, 8, 9]) expect(text).toContain(`[^${label}]: a[^${label + 1}]`);
  });
});
