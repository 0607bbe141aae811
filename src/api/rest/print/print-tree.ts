import { type Member, objectTypesOf, type Scope, selectedMembers } from '../documents/selections.js';
import { compileNamed, compilePrinter } from './compile-printer.js';
import { printItems } from './print-list.js';
import { identity, type Printer, type TreeChildren } from './printer.js';

type Nested = Member & { nest: NonNullable<Member['nest']> };

type Item = Record<string, unknown>;

/**
 * Compiles the printer for `@nest`, which prints a flat list as a tree of any depth, in the order of the list.
 * @throws Error if the items do not select `id` and the parent's id; the printer throws if items form a cycle
 */
export function compileTree(member: Nested, scope: Scope): Printer {
  const { parent, into } = member.nest;
  const { pick } = compilePrinter(parentMember(member, scope), scope);
  const item = compileNamed(member, scope, { without: parent });
  return {
    pick: identity,
    print(value, out) {
      const { roots, childrenOf } = buildTree(value as Item[], (one) => pick(one[parent]));
      if (countItems(roots, childrenOf) !== (value as Item[]).length)
        throw new Error(`${member.key}: items are their own ancestors`);
      const below: TreeChildren = { into, of: childrenOf, print: (one, to) => item.print(one, to, below) };
      return printItems(roots, out, (one) => below.print(one, out));
    },
  };
}

interface Tree {
  /** Items whose parent is not in the list. */
  roots: Item[];
  childrenOf: (item: unknown) => readonly Item[];
}

function buildTree(items: readonly Item[], parentOf: (item: Item) => unknown): Tree {
  const children = new Map<unknown, Item[]>(items.map(({ id }) => [id, []]));
  const roots: Item[] = [];
  for (const item of items) (children.get(parentOf(item)) ?? roots).push(item);
  return { roots, childrenOf: (item) => children.get((item as Item).id)! };
}

function parentMember(member: Nested, scope: Scope): Member {
  const members = objectTypesOf(member, scope.schema).map((type) => selectedMembers(type, member.selections, scope));
  for (const key of ['id', member.nest.parent]) {
    const selected = members.every((one) => one.some((other) => other.key === key));
    if (!selected || !members.length) throw new Error(`@nest on ${member.key} needs the member "${key}" of each item`);
  }
  return members[0]!.find(({ key }) => key === member.nest.parent)!;
}

function countItems(roots: readonly Item[], childrenOf: Tree['childrenOf']): number {
  const open = [...roots];
  let size = 0;
  for (let item = open.pop(); item; item = open.pop()) {
    size++;
    open.push(...childrenOf(item));
  }
  return size;
}
