import { isMembers, type Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { itemsAt, type LocatedValue, memberAt, membersAt } from '../reading/json-path.js';
import { type Kind, type Rule, ruleForKind } from './grammar.js';

/** A number, boolean or null where the specification requires a string, with the object or list that contains it. */
export interface NonStringValue extends LocatedValue {
  holder: Members | Json[];
}

interface Visit {
  kind: Kind;
  at: LocatedValue;
}

/** Returns the values that must be strings but are not, grouped by object. Skips examples and extensions. */
export function findNonStringValues(document: Json): NonStringValue[] {
  const found: NonStringValue[] = [];
  const open: Visit[] = [{ kind: 'document', at: { value: document, place: null } }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    if (!isMembers(visit.at.value)) continue;
    const rule = ruleForKind(visit.kind);
    for (const text of nonStringsIn(visit.at, visit.at.value, rule)) found.push(text);
    for (const inner of visitsWithin(visit.at, rule).reverse()) open.push(inner);
    // The member names of a callback are URLs; each value is a path item.
    if (visit.kind === 'callback') for (const [, at] of membersAt(visit.at)) open.push({ kind: 'item', at });
  }
  return found;
}

function nonStringsIn(at: LocatedValue, holder: Members, rule: Rule): NonStringValue[] {
  const found: NonStringValue[] = [];
  const add = (one: LocatedValue | undefined, within: Members | Json[], takesNull = false): void => {
    if (one && isValueForText(one.value, takesNull)) found.push({ ...one, holder: within });
  };
  for (const name of namesIn(rule.texts)) add(memberAt(at, name), holder);
  for (const name of namesIn(rule.required)) add(memberAt(at, name), holder, !Object.hasOwn(holder, '$ref'));
  const lists = [...namesIn(rule.lists), ...(isText(holder.type) ? namesIn(rule.values) : [])];
  for (const name of lists) {
    const member = memberAt(at, name);
    const items = itemsAt(member);
    for (const item of items) add(item, member!.value as Json[]);
    if (items.length === 0 && namesIn(rule.values).includes(name)) add(member, holder);
  }
  // In `type: [string, null]`, null is the name of a type.
  if (namesIn(rule.texts).includes('type'))
    for (const item of itemsAt(memberAt(at, 'type'))) add(item, holder.type as Json[], true);
  for (const name of namesIn(rule.maps)) {
    const member = memberAt(at, name);
    for (const [, value] of membersAt(member)) add(value, member!.value as Members);
  }
  return found;
}

function isValueForText(value: Json, takesNull: boolean): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (value === null && takesNull);
}

/** Reports whether a schema's `type` allows only strings, or strings and null. */
function isText(type: Json | undefined): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.includes('string') && types.every((one) => one === 'string' || one === 'null' || one === null);
}

function visitsWithin(at: LocatedValue, { one = {}, listOf = {}, mapOf = {} }: Rule): Visit[] {
  const found: Visit[] = [];
  for (const [name, kind] of Object.entries(one)) {
    const member = memberAt(at, name);
    if (member) found.push({ kind, at: member });
  }
  for (const [name, kind] of Object.entries(listOf))
    for (const item of itemsAt(memberAt(at, name))) found.push({ kind, at: item });
  for (const [name, kind] of Object.entries(mapOf))
    for (const [, value] of membersAt(memberAt(at, name))) found.push({ kind, at: value });
  return found;
}

const splitNames = new Map<string, readonly string[]>();

function namesIn(names: string | undefined): readonly string[] {
  if (names === undefined) return [];
  const found = splitNames.get(names) ?? names.split(' ');
  splitNames.set(names, found);
  return found;
}
