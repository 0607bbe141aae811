import { createRequire } from 'node:module';
import type { KatexOptions } from 'katex';
import { element, type Html, trusted, wellFormed } from './markup.js';
import type { Rendering } from './rendering.js';

const packages = createRequire(import.meta.url);

/** Characters of a formula that is set; a longer one is shown as it is written. */
const maxLength = 5000;

/** What setting any formula takes, as characters of it. */
const budget = 20;

/** Characters of HTML that one formula may come to. */
const maxHtml = 200_000;

/** Elements of a formula may stand this deep in one another: browsers go to some five hundred, page included. */
const maxDepth = 100;

/** A length of a hundred and more, which would lay a formula over what is around it; KaTeX bounds only those above zero. */
const farAway = /="-?\d{3,}(?:\.\d+)?[a-z]/;

/** A formula as MathML, for which browsers need neither fonts nor styles; as TeX where it cannot be set. */
export function formulaHtml(rendering: Rendering, formula: string, mode: 'inline' | 'display'): Html {
  const html = formula.length <= Math.min(maxLength, rendering.formulas) ? mathMl(formula, mode) : null;
  rendering.formulas -= formula.length + budget;
  return html === null ? element('code', { class: 'tex' }, formula) : trusted(html);
}

/** MathML of a formula; null where it is no TeX, or too much. */
function mathMl(formula: string, mode: 'inline' | 'display'): string | null {
  try {
    const html = katex().renderToString(wellFormed(formula), { ...options(formula), displayMode: mode === 'display' });
    const isFormula = html.length <= maxHtml && !html.startsWith('<span class="katex-error"');
    return isFormula && !farAway.test(html) && depthOf(html) <= maxDepth ? html : null;
  } catch {
    // Too deep for the stack: KaTeX gives such a formula up with errors of all kinds.
    return null;
  }
}

function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash, end] of html.matchAll(/<(\/?)[a-z][^>]*?(\/?)>/g)) {
    depth += slash ? -1 : end ? 0 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Loaded with the first formula: few texts have any. */
function katex(): { renderToString(formula: string, options: KatexOptions): string } {
  return packages('katex');
}

/** Without trust there are no links, images, classes or styles in a formula. What defines macros may grow by them. */
function options(formula: string): KatexOptions {
  const definesMacros = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)\b/.test(formula);
  return {
    output: 'mathml',
    trust: false,
    throwOnError: false,
    strict: 'ignore',
    maxSize: 20,
    maxExpand: definesMacros ? Math.min(1000, Math.floor(20_000 / formula.length)) : 1000,
  };
}
