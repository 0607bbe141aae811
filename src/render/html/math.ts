import { createRequire } from 'node:module';
import type { KatexOptions } from 'katex';
import { element, type Html, trusted, wellFormed } from './markup.js';
import type { RenderState } from './render-state.js';

const packages = createRequire(import.meta.url);

/** Maximum length of a formula to convert, in characters. A longer one is shown as TeX. */
const maxLength = 5000;

/** Number of characters that each formula costs in addition to its length. */
const fixedCost = 20;

/** Maximum length of the HTML for one formula, in characters. */
const maxHtml = 200_000;

/**
 * Maximum nesting depth of elements in a formula. Browsers support about five hundred levels, including those of the
 * page.
 */
const maxDepth = 100;

/**
 * Matches lengths with three digits or more, which would move a formula over the surrounding content. KaTeX limits only
 * positive lengths.
 */
const excessiveLength = /="-?\d{3,}(?:\.\d+)?[a-z]/;

/**
 * Renders a formula as MathML. Browsers need neither fonts nor styles to show it. If the formula cannot be converted,
 * shows its TeX.
 */
export function formulaHtml(renderState: RenderState, formula: string, mode: 'inline' | 'display'): Html {
  const html = formula.length <= Math.min(maxLength, renderState.formulas) ? mathMl(formula, mode) : null;
  renderState.formulas -= formula.length + fixedCost;
  return html === null ? element('code', { class: 'tex' }, formula) : trusted(html);
}

/** Returns the MathML of a formula; null if it is not valid TeX, or exceeds a limit. */
function mathMl(formula: string, mode: 'inline' | 'display'): string | null {
  try {
    const html = katex().renderToString(wellFormed(formula), { ...options(formula), displayMode: mode === 'display' });
    const isFormula = html.length <= maxHtml && !html.startsWith('<span class="katex-error"');
    return isFormula && !excessiveLength.test(html) && depthOf(html) <= maxDepth ? html : null;
  } catch {
    // KaTeX throws various errors for formulas that are too deep for the stack.
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

/** Loads KaTeX when the first formula is rendered, because few texts contain formulas. */
function katex(): { renderToString(formula: string, options: KatexOptions): string } {
  return packages('katex');
}

/**
 * Returns the options of KaTeX. Without `trust`, a formula contains no links, images, classes or styles. Formulas that
 * define macros can grow when they are expanded, so they have a lower limit.
 */
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
