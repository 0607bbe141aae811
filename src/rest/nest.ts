import type { Member, Scope } from './selections.js';
import { membersOf, objectTypesOf } from './selections.js';
import type { ItemOptions, Shape, Target } from './shaper.js';

type Nested = Member & { nest: NonNullable<Member['nest']> };

/** How the parts of the items are compiled; the shaper's own functions. */
interface Parts {
  item: (options: ItemOptions) => Shape;
  member: (member: Member) => Shape;
}

/**
 * Compiles `@nest`: a flat list becomes a tree of any depth, in the order of the list.
 * @throws Error where the items do not select `id` and the parent's id; at run time, where items are in a circle.
 */
export function compileTree(member: Nested, scope: Scope, parts: Parts): Shape {
  const { parent, into } = member.nest;
  const parentOf = parts.member(parentMember(member, scope));
  const shape = parts.item({ without: parent, into });
  return (value) => {
    if (value == null) return value as null;
    const items = value as Record<string, unknown>[];
    const shaped = items.map((item) => shape(item) as Target);
    const byId = new Map(items.map((item, index) => [item.id, shaped[index]!]));
    const roots: Target[] = [];
    for (const [index, item] of items.entries()) {
      const above = byId.get(parentOf(item[parent]));
      if (above) childrenOf(above, into).push(shaped[index]!);
      else roots.push(shaped[index]!);
    }
    if (sizeOf(roots, into) !== items.length) throw new Error(`${member.key}: items are their own ancestors`);
    return roots;
  };
}

function parentMember(member: Nested, scope: Scope): Member {
  const members = objectTypesOf(member, scope.schema).map((type) => membersOf(type, member.selections, scope));
  for (const key of ['id', member.nest.parent]) {
    const selected = members.every((one) => one.some((other) => other.key === key));
    if (!selected || !members.length) throw new Error(`@nest on ${member.key} needs the member "${key}" of each item`);
  }
  return members[0]!.find(({ key }) => key === member.nest.parent)!;
}

function childrenOf(target: Target, into: string): Target[] {
  target[into] ??= [];
  return target[into] as Target[];
}

function sizeOf(roots: readonly Target[], into: string): number {
  const open = [...roots];
  let size = 0;
  for (let item = open.pop(); item; item = open.pop()) {
    size++;
    for (const child of (item[into] as Target[] | undefined) ?? []) open.push(child);
  }
  return size;
}
