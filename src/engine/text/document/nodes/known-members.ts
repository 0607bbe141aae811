import { type Members, refuse } from './shape.js';

/** Allowed members by type of node. */
const allowedMembers = new Map<unknown, readonly string[]>([
  ['document', ['object', 'data', 'nodes']],
  ['block', ['object', 'type', 'key', 'data', 'meta', 'isVoid', 'nodes', 'fragments']],
  ['inline', ['object', 'type', 'key', 'data', 'isVoid', 'nodes', 'fragments']],
  ['fragment', ['object', 'type', 'key', 'fragment', 'nodes']],
  ['text', ['object', 'key', 'leaves']],
  ['leaf', ['object', 'text', 'marks']],
  ['mark', ['object', 'type', 'data']],
]);

const listMembers = ['nodes', 'fragments', 'leaves', 'marks'] as const;

/** Blocks and inlines without nodes in the REST API. For these, `isVoid` is true; for all others, it is false. */
const withoutNodes = new Set<unknown>(
  (
    'divider content-ref drawing embed file math swagger openapi-operation openapi-webhook openapi-schemas ' +
    'reusable-content table expandable image emoji icon expression inline-math inline-image mention button'
  ).split(' '),
);

/** Blocks and inlines with fragments. */
const withFragments = new Set<unknown>(['table', 'expandable', 'image', 'embed', 'file', 'annotation']);

/**
 * Refuses members that would not be written, so that no data is lost. Also refuses an `isVoid` that does not match the
 * node's type. Other values are checked by the writers.
 * @throws ContentError with a JSON pointer
 */
export function checkMembers(document: Members): void {
  const open: { node: Members; pointer: string }[] = [{ node: document, pointer: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, pointer } = next;
    const known = allowedMembers.get(node.object) ?? Object.keys(node);
    for (const [name, value] of Object.entries(node)) {
      if (!isEmptyValue(value) && !(known.includes(name) && mayContain(node, name))) {
        refuse(`${pointer}/${name}`, `is not a member of ${describeNode(node)}`, value);
      }
    }
    checkVoid(node, pointer);
    for (const holder of listMembers) {
      const held: unknown = node[holder];
      if (!Array.isArray(held)) continue;
      held.forEach((one, index) => {
        if (typeof one === 'object' && one !== null) open.push({ node: one, pointer: `${pointer}/${holder}/${index}` });
      });
    }
  }
}

/** Checks `isVoid`, if the node has it. Unknown types are refused later, by the writer of the parent. */
function checkVoid(node: Members, pointer: string): void {
  const { object, type, isVoid } = node;
  if (isVoid === undefined || (object !== 'block' && object !== 'inline')) return;
  const expected = withoutNodes.has(type);
  if (isVoid !== expected) refuse(`${pointer}/isVoid`, `must be ${expected} for ${describeNode(node)}`, isVoid);
}

function isEmptyValue(value: unknown): boolean {
  return value == null || value === false || (typeof value === 'object' && Object.keys(value).length === 0);
}

function mayContain({ object, type }: Members, name: string): boolean {
  if (object === 'mark') return name !== 'data' || type === 'color';
  if (object !== 'block' && object !== 'inline') return true;
  if (name === 'nodes') return !withoutNodes.has(type);
  return name !== 'fragments' || withFragments.has(type);
}

function describeNode({ object, type }: Members): string {
  return [`a ${object}`, ...(typeof type === 'string' && object !== 'fragment' ? [`of the type ${type}`] : [])].join(
    ' ',
  );
}
