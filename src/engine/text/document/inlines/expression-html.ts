import { decodeReferences } from '../syntax/tag-text.js';

/** Matches the opening tag of an expression in Markdown. `class` must be its only attribute. */
const opening = /^<code\s+class\s*=\s*(?:"expression"|'expression'|expression)\s*>$/i;

/** Reports whether HTML is the opening tag of an expression. */
export function opensExpression(html: string): boolean {
  return opening.test(html);
}

/** Reports whether HTML is a closing tag of `code`. */
export function closesExpression(html: string): boolean {
  return /^<\/code\s*>$/i.test(html);
}

/**
 * Returns the source of an expression from the HTML between its tags. Decodes character references and the escaped
 * pipes of a table.
 */
export function expressionIn(html: string): string {
  return decodeReferences(html.replaceAll('\\|', '|')).replace(/\s+/g, ' ').trim();
}
