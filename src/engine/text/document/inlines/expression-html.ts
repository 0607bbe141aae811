import { decodeReferences } from '../syntax/tag-text.js';

/** What opens an expression in Markdown; `class` is the only attribute. */
const opening = /^<code\s+class\s*=\s*(?:"expression"|'expression'|expression)\s*>$/i;

/** Whether some HTML opens an expression. */
export function opensExpression(html: string): boolean {
  return opening.test(html);
}

/** Whether some HTML closes one. */
export function closesExpression(html: string): boolean {
  return /^<\/code\s*>$/i.test(html);
}

/** The expression between the two tags, its character references resolved, and the escapes that a table asks for. */
export function expressionIn(html: string): string {
  return decodeReferences(html.replaceAll('\\|', '|')).replace(/\s+/g, ' ').trim();
}
