import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { isReadable } from '../../../../src/engine/text/document/nodes/parse-cost.js';
import { escapeMarkdown } from '../../../../src/engine/text/expressions/escape.js';
import { applyEditsAndIfs } from '../../../../src/engine/text/expressions/if-tags.js';
import { evaluateDocument } from '../../../../src/engine/text/expressions/in-document.js';
import { evaluateIfs, evaluateMarkdown } from '../../../../src/engine/text/expressions/in-markdown.js';
import { withinBounds } from '../../../support/cost.js';
import { evaluation } from './kit.js';

const code = (source: string) => `<code class="expression">${source}</code>`;
const evaluated = (markdown: string, mode?: 'true' | 'deterministic-only') =>
  evaluateMarkdown(markdown, evaluation(mode));

const text = (value: string, ...marks: string[]) => ({
  object: 'leaf',
  text: value,
  marks: marks.map((type) => ({ object: 'mark', type })),
});
const expression = (source: string) => ({
  object: 'inline',
  type: 'expression',
  data: { expression: source },
  isVoid: true,
});
const paragraph = (...nodes: object[]) => ({ object: 'block', type: 'paragraph', key: 'k', data: {}, nodes });
const documentOf = (...nodes: object[]) =>
  ({ object: 'document', data: { schemaVersion: 1 }, nodes }) as unknown as Json;

function leavesIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(leavesIn).join('/');
  const { text: own, ...members } = node as Record<string, unknown>;
  if (typeof own === 'string') return own;
  return [members.nodes, members.leaves, members.fragments].map((one) => (one ? leavesIn(one) : '')).join('');
}

describe('the evaluation of a page', () => {
  it.each([
    ['a value', code('space.vars.product'), 'Docgraph'],
    ['a number', code('1 + 1'), '2'],
    ['a list', code('["a", "b"]'), 'a, b'],
    ['null', `(${code('null')})`, '()'],
    ['character references', code('1 &lt; 2 &amp;&#38; &quot;x&quot; &#x3D;== "x"'), 'true'],
    ['characters of Markdown', code('2 * 3 * 4'), '24'],
    ['a value that looks like Markdown', code('"*a* <b> [c](d) `e`"'), '\\*a\\* \\<b\\> \\[c\\](d) \\`e\\`'],
    ['a list item', `* ${code('"# no heading"')}`, '* \\# no heading'],
    ['a table', `|a|\n|-|\n|${code('"x\\|y"')}|`, '|a|\n|-|\n|x\\|y|'],
    ['a fault', code('space.vars.nope'), '\\[expression: it has no value\\]'],
    ['a refusal', code('1 +'), '\\[expression: Expected expression after + at character 4\\]'],
  ])('replaces an expression by its result: %s', (_, markdown, result) => {
    expect(evaluated(`Before ${markdown} after\n\n${markdown}\n`)).toBe(
      `Before ${result} after\n\n${result}\n`.replace(/^Before (?=[*|])/, 'Before '),
    );
  });

  it('evaluates expressions after a byte-order mark, which is retained', () => {
    const markdown = `\uFEFFa ${code('1 + 1')} b\n\n{% if true %}\nshown\n{% endif %}\n\n\`${code('1')}\`\n`;
    expect(evaluated(markdown)).toBe(`\uFEFF${evaluated(markdown.slice(1))}`);
    expect(evaluateIfs(markdown, evaluation())).toBe(`\uFEFF${evaluateIfs(markdown.slice(1), evaluation())}`);
  });

  it.each([
    ['code', '`<code class="expression">1</code>`'],
    ['a code block', '```\n<code class="expression">1</code>\n```'],
    ['an indented block', '    <code class="expression">1</code>'],
    ['other code', '<code>1</code> <code class="x">1</code>'],
    ['an unclosed tag', 'a <code class="expression">1'],
    ['braces', '{{ space.vars.product }} {space.vars.product}'],
  ])('does not change %s', (_, markdown) => {
    expect(evaluated(markdown)).toBe(markdown);
  });

  it('can retain expressions that depend on the clock, random numbers or the visitor', () => {
    const rest = `${code('now()')} ${code('Math.random()')} ${code('visitor.claims.plan')}`;
    expect(evaluated(`${code('space.vars.version')} ${rest}`, 'deterministic-only')).toBe(`3 ${rest}`);
    expect(evaluated(rest)).toBe('2026-01-02T03:04:05.000Z 0.25 pro');
  });

  it('retains a block between `{% if %}` lines without these lines, or removes it', () => {
    const block = (condition: string) => `a\n\n{% if ${condition} %}\nb ${code('1')}\n{% endif %}\n\nc\n`;
    expect(evaluated(block('space.vars.beta'))).toBe('a\n\nb 1\n\nc\n');
    expect(evaluated(block('!space.vars.beta'))).toBe('a\n\n\nc\n');
    expect(evaluated(block('nope'))).toContain('\\[expression: \\`nope\\` is unknown here');
    expect(evaluated(block('visitor.claims.plan'), 'deterministic-only')).toBe(
      block('visitor.claims.plan').replace(code('1'), '1'),
    );
  });

  it('evaluates nested blocks; unpaired lines and lines in code are text', () => {
    const nested = '{% if true %}\na\n{% if false %}\nb\n{% endif %}\nc\n{% endif %}\n';
    expect(evaluated(nested)).toBe('a\nc\n');
    for (const text of ['{% if true %}\na\n', 'a\n{% endif %}\n', '```\n{% if false %}\nx\n{% endif %}\n```\n']) {
      expect(evaluated(text)).toBe(text);
    }
  });

  it('merges the value of an expression with the text around it, with the marks that both sides have', () => {
    const before = documentOf(
      paragraph({ object: 'text', leaves: [text('a ', 'bold')] }, expression('1'), {
        object: 'text',
        leaves: [text(' b', 'bold', 'italic')],
      }),
      paragraph(expression('space.vars.product')),
    );
    expect(evaluateDocument(before, evaluation())).toEqual(
      documentOf(
        paragraph({ object: 'text', leaves: [text('a 1', 'bold'), text(' b', 'bold', 'italic')] }),
        paragraph({ object: 'text', leaves: [text('Docgraph')] }),
      ),
    );
  });

  it('evaluates expressions in every fragment, and does not change the given document', () => {
    const table = {
      object: 'block',
      type: 'table',
      data: {},
      fragments: [{ object: 'fragment', nodes: [paragraph(expression('1'))] }],
    };
    const before = documentOf(table);
    const copy = structuredClone(before);
    expect(JSON.stringify(evaluateDocument(before, evaluation()))).not.toContain('expression');
    expect(before).toEqual(copy);
  });

  it('replaces an `if` block by its blocks, removes it, shows its fault, or retains it', () => {
    const block = (source: string) => ({
      object: 'block',
      type: 'if',
      key: 'i',
      data: { expression: source },
      nodes: [paragraph(expression('1'))],
    });
    const one = paragraph({ object: 'text', leaves: [text('1')] });
    const of = (source: string, mode?: 'deterministic-only') =>
      evaluateDocument(documentOf(block(source)), evaluation(mode));
    expect(of('true')).toEqual(documentOf(one));
    expect(of('false')).toEqual(documentOf());
    expect(JSON.stringify(of('nope'))).toContain('[expression: `nope` is unknown here');
    expect(of('visitor.claims.x', 'deterministic-only')).toEqual(
      documentOf({ ...block('visitor.claims.x'), nodes: [one] }),
    );
  });

  it('escapes text so that it is read as the same text, in any place', () => {
    const places = ['X', 'a X b', '# X', '* X', '> X', 'aX', '[a]X', '!X', '1X', '| a |\n|-|\n| X |', '**X**'];
    const line = fc
      .stringMatching(/^[-+*_#`~<>[\](){}!&|\\.:=$%"'@/ a1]{1,12}$/)
      .filter((value) => value.trim() === value && !value.includes('  '));
    fc.assert(
      fc.property(line, fc.constantFrom(...places), (value, place) => {
        const leavesJson = (written: string) =>
          JSON.stringify(leavesIn(documentFromMarkdown(place.replace('X', () => written))));
        expect(leavesJson(escapeMarkdown(value))).toBe(
          leavesJson('Q').replace('Q', () => JSON.stringify(value).slice(1, -1)),
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('stays within the bounds for hostile input on a large page full of expressions', async () => {
    const parts = [
      code('"x".repeat(9999)'),
      '<code class="expression">',
      code('"a".repeat(99).split("").join("bbbbb")'),
      code('1').repeat(9),
      `{% if ${' '.repeat(50)}\n`,
    ];
    for (const part of parts) {
      const page = part.repeat(150_000 / part.length);
      expect(isReadable(page)).toBe(true);
      expect((await withinBounds({ cpu: 2 }, () => evaluated(page))).length).toBeLessThan(4 * 1_048_576);
    }
  });

  it('takes at most 1 s of CPU for many lines of conditions, paired or not', async () => {
    for (const part of [
      '{% if true %}\n',
      '{% endif %}\n',
      '{% if true %}\nx\n{% endif %}\n',
      `{% ${' '.repeat(500)}\n`,
    ]) {
      const text = part.repeat(1_048_576 / part.length);
      await withinBounds({ cpu: 1 }, () =>
        applyEditsAndIfs(text, { edits: [], literal: [], evaluation: evaluation() }),
      );
    }
  });
});
