import { type Members, refuse } from './shape.js';

/** Members of the nodes of a document, by what they are; those that hold other nodes are in `holders`. */
const members = new Map<unknown, readonly string[]>([
  ['document', ['object', 'data', 'nodes']],
  ['block', ['object', 'type', 'key', 'data', 'meta', 'isVoid', 'nodes', 'fragments']],
  ['inline', ['object', 'type', 'key', 'data', 'isVoid', 'nodes', 'fragments']],
  ['fragment', ['object', 'type', 'key', 'fragment', 'nodes']],
  ['text', ['object', 'key', 'leaves']],
  ['leaf', ['object', 'text', 'marks']],
  ['mark', ['object', 'type', 'data']],
]);

const holders = ['nodes', 'fragments', 'leaves', 'marks'] as const;

/** Blocks and inlines that hold no nodes, by the contract: their `isVoid` is true, that of all others false. */
const withoutNodes = new Set<unknown>(
  (
    'divider content-ref drawing embed file math swagger openapi-operation openapi-webhook openapi-schemas ' +
    'reusable-content table expandable image emoji icon expression inline-math inline-image mention button'
  ).split(' '),
);

/** Blocks and inlines that hold fragments. */
const withFragments = new Set<unknown>(['table', 'expandable', 'image', 'embed', 'file', 'annotation']);

/**
 * Refuses members that nothing would write, so that none is lost, and an `isVoid` that is not that of the node's type. The
 * writers check the other values.
 * @throws ContentError with a JSON pointer.
 */
export function checkMembers(document: Members): void {
  const open: { node: Members; pointer: string }[] = [{ node: document, pointer: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, pointer } = next;
    const known = members.get(node.object) ?? Object.keys(node);
    for (const [name, value] of Object.entries(node)) {
      if (!saysNothing(value) && !(known.includes(name) && mayHold(node, name))) {
        refuse(`${pointer}/${name}`, `is not a member of ${nameOf(node)}`, value);
      }
    }
    checkVoid(node, pointer);
    for (const holder of holders) {
      const held: unknown = node[holder];
      if (!Array.isArray(held)) continue;
      held.forEach((one, index) => {
        if (typeof one === 'object' && one !== null) open.push({ node: one, pointer: `${pointer}/${holder}/${index}` });
      });
    }
  }
}

/** Checks `isVoid` of a node that has it; unknown types are refused by their place. */
function checkVoid(node: Members, pointer: string): void {
  const { object, type, isVoid } = node;
  if (isVoid === undefined || (object !== 'block' && object !== 'inline')) return;
  const expected = withoutNodes.has(type);
  if (isVoid !== expected) refuse(`${pointer}/isVoid`, `must be ${expected} for ${nameOf(node)}`, isVoid);
}

function saysNothing(value: unknown): boolean {
  return value == null || value === false || (typeof value === 'object' && Object.keys(value).length === 0);
}

function mayHold({ object, type }: Members, name: string): boolean {
  if (object === 'mark') return name !== 'data' || type === 'color';
  if (object !== 'block' && object !== 'inline') return true;
  if (name === 'nodes') return !withoutNodes.has(type);
  return name !== 'fragments' || withFragments.has(type);
}

function nameOf({ object, type }: Members): string {
  return [`a ${object}`, ...(typeof type === 'string' && object !== 'fragment' ? [`of the type ${type}`] : [])].join(
    ' ',
  );
}
