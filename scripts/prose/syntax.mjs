import { parseSync } from 'oxc-parser';

/** Parses a source file. Returns its path `place`, its text `source`, its `program` and its `comments`. */
export function parseSource(place, source) {
  const { program, comments } = parseSync(place, source);
  return { place, source, program, comments };
}

/** Calls `enter` with every node of a syntax tree. */
export function visitNodes(node, enter) {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const member of node) visitNodes(member, enter);
    return;
  }
  if (typeof node.type === 'string') enter(node);
  for (const [key, member] of Object.entries(node)) if (key !== 'loc') visitNodes(member, enter);
}

/** Returns the line of an offset, from 1. */
export function lineAt(source, offset) {
  return source.slice(0, offset).split('\n').length;
}

/** Returns the text of a literal or a template; undefined for any other node. `Code` replaces the inserted values. */
export function stringIn(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked).join('Code');
}
