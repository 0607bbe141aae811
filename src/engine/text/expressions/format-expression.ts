import type { Node } from './expression.js';

/** Maximum length of an expression quoted in a message, in characters. */
const maxCodeLength = 60;

/** Returns a part of an expression as source code, shortened for use in messages. */
export function formatExpression(node: Node): string {
  const code = write(node);
  return code.length > maxCodeLength ? `${code.slice(0, maxCodeLength - 1)}…` : code;
}

function write(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return node.value === undefined ? 'undefined' : JSON.stringify(node.value);
    case 'root':
      return node.name;
    case 'member':
      return write(node.object) + (node.optional ? '?.' : '') + memberCode(node);
    case 'method':
      return `${write(node.object)}${node.optional ? '?.' : '.'}${node.name}(${node.args.map(write).join(', ')})`;
    case 'function':
      return `${node.name}(${node.args.map(write).join(', ')})`;
    case 'unary':
      return node.operator + write(node.operand);
    case 'binary':
      return `(${write(node.left)} ${node.operator} ${write(node.right)})`;
    case 'choice':
      return `(${write(node.test)} ? ${write(node.yes)} : ${write(node.no)})`;
    case 'list':
      return `[${node.items.map(write).join(', ')}]`;
  }
}

function memberCode({ property, optional }: Extract<Node, { kind: 'member' }>): string {
  const isName = property.kind === 'literal' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(property.value));
  if (!isName) return `[${write(property)}]`;
  return `${optional ? '' : '.'}${property.value}`;
}
