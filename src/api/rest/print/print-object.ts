import type { GraphQLObjectType } from 'graphql';
import { restExtension } from '../../inputs/extensions.js';
import { type Member, objectTypesOf, type Scope, selectedMembers } from '../documents/selections.js';
import { compilePrinter } from './compile-printer.js';
import { memberPrefix, type Output } from './output.js';
import { printItems } from './print-list.js';
import { identity, type PendingPrint, type Printer, type TreeChildren, thenContinue } from './printer.js';

/** Options for the items of a tree. `without` is the member with the id of the parent, which is not printed. */
export interface ItemOptions {
  without?: string;
}

/** A member of an object, and how to print it. */
interface Printed {
  key: string;
  /** Text before the value, as `memberPrefix` returns it. */
  label: string;
  nullable: boolean;
  printer: Printer;
  /** For a flattened member: prints the members of its value in place of the member. */
  inner: Members | undefined;
}

/** Prints the members that the object has, starting at the index `from`. */
type Members = (value: Raw, out: Output, from?: number) => PendingPrint;

type Raw = Record<string, unknown>;

/**
 * Compiles the printer of objects of a type. It prints the constants, then the selected members that are present, then
 * the children in a tree.
 */
export function compileObject(
  type: GraphQLObjectType,
  member: Member,
  { scope, without }: { scope: Scope } & ItemOptions,
): Printer {
  const { constants = {}, parentOf = false } = restExtension(type);
  const start = member.plain ? '' : JSON.stringify(constants).slice(1, -1);
  const members = compileMembers(type, member, { scope, without });
  return {
    pick: identity,
    print(value, out, below) {
      out.open(start);
      const printing = thenContinue(
        members(value as Raw, out),
        () => below && printBelow(value, out, { below, parentOf }),
      );
      if (printing) return printing.then(() => out.close());
      out.close();
      return undefined;
    },
  };
}

/** Prints the children of an object in a tree. An empty array is printed only for types that may have children. */
function printBelow(
  value: unknown,
  out: Output,
  { below, parentOf }: { below: TreeChildren; parentOf: boolean },
): PendingPrint {
  const children = below.of(value);
  if (!parentOf && children.length === 0) return undefined;
  out.member(memberPrefix(below.into));
  return printItems(children, out, (child) => below.print(child, out));
}

function compileMembers(
  type: GraphQLObjectType,
  member: Member,
  { scope, without }: { scope: Scope } & ItemOptions,
): Members {
  const selected = selectedMembers(type, member.selections, scope).filter((one) => !one.hidden && one.key !== without);
  requireDistinctNames(type, selected, member.key);
  const printed = selected.map((one) => compileMember(one, scope));
  const members: Members = (value, out, from = 0) => {
    for (let at = from; at < printed.length; at++) {
      const printing = printMember(printed[at]!, value, out);
      if (printing) return printing.then(() => members(value, out, at + 1));
    }
    return undefined;
  };
  return members;
}

function printMember({ key, label, nullable, printer, inner }: Printed, value: Raw, out: Output): PendingPrint {
  const picked = printer.pick(value[key]);
  if (picked === undefined || (picked === null && (!nullable || inner))) return undefined;
  if (inner) return inner(picked as Raw, out);
  out.member(label);
  if (picked !== null) return printer.print(picked, out);
  out.text += 'null';
  return undefined;
}

function compileMember(member: Member, scope: Scope): Printed {
  const { key, name, nullable } = member;
  return {
    ...{ key, nullable, label: memberPrefix(name) },
    printer: compilePrinter(member, scope),
    inner: member.flatten ? compileFlat(member, scope) : undefined,
  };
}

/**
 * Compiles the printer of a flattened member.
 * @throws Error if the value can have several object types, or is not an object
 */
function compileFlat(member: Member, scope: Scope): Members {
  const [type, ...otherTypes] = objectTypesOf(member, scope.schema);
  if (!type || otherTypes.length > 0) throw new Error(`@flatten on ${member.key} needs one object type`);
  return compileMembers(type, member, { scope });
}

function requireDistinctNames(type: GraphQLObjectType, members: Member[], key: string): void {
  const names = members.filter(({ flatten }) => !flatten).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${key}: two members of ${type.name} are printed as "${twice}"`);
}
