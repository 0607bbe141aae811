import { describe, expect, it } from 'vitest';
import { block, htmlOf, inline } from './nodes.js';

const formulaHtml = (formula: string) => htmlOf(block('paragraph', {}, inline('inline-math', { formula })));
const isSet = (formula: string) => formulaHtml(formula).includes('<math ');

describe('a formula', () => {
  it.each([
    'x^2',
    '\\frac{a}{b}',
    '\\begin{matrix}a&b\\\\c&d\\end{matrix}',
    '\\text{für } x',
    '\\def\\x{y}\\x',
    '\\unknown',
  ])('is rendered as MathML: %s', (formula) => {
    expect(isSet(formula)).toBe(true);
  });

  it.each([
    ['is not valid TeX', '\\frac{1'],
    ['is too long', `${'x+'.repeat(2500)}x`],
    ['expands without end', '\\def\\x{\\x\\x}\\x'],
    ['expands to too much text', `\\def\\x{${'x'.repeat(2000)}}${'\\x'.repeat(1000)}`],
    ['doubles with each definition', `\\edef\\x{xx}${'\\edef\\x{\\x\\x}'.repeat(30)}\\x`],
    ['moves its content far away', '\\kern-500em x'],
    ['is nested too deep', `${'\\sqrt{'.repeat(700)}x${'}'.repeat(700)}`],
  ])('that %s is shown as source', (_, formula) => {
    expect(formulaHtml(formula)).toBe(`<p><code class="tex">${formula}</code></p>`);
  });

  it('is shown as source if the text has many formulas before it', () => {
    const formula = `${'x+'.repeat(2000)}x`;
    const many = Array.from({ length: 20 }, () => block('math', { formula }));
    const html = htmlOf(...many);
    expect(html.match(/<math /g)).toHaveLength(12);
    expect(html.match(/<code class="tex">/g)).toHaveLength(8);
  });
});
