import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Member, objectTypesOf, type Scope, selectedMembers } from '../documents/selections.js';
import { compileLeaf, printPage } from './print-leaf.js';
import { listPrinter } from './print-list.js';
import { compileObject, type ItemOptions } from './print-object.js';
import { compileTree } from './print-tree.js';
import { identity, type Printer } from './printer.js';

/**
 * Compiles the printer of a selected field. The printer prints values in the format of `/v1`.
 * @throws Error if a directive does not fit the selection
 */
export function compilePrinter(member: Member, scope: Scope): Printer {
  if (member.nest) return compileTree({ ...member, nest: member.nest }, scope);
  return throughLists(member.field.type, compileNamed(member, scope));
}

function throughLists(type: GraphQLOutputType, printer: Printer): Printer {
  if (isNonNullType(type)) return throughLists(type.ofType, printer);
  return isListType(type) ? listPrinter(throughLists(type.ofType, printer)) : printer;
}

/** Compiles the printer of one value of a field, or of one item of its lists. */
export function compileNamed(member: Member, scope: Scope, options: ItemOptions = {}): Printer {
  if (member.page) return printPage;
  const type = getNamedType(member.field.type);
  if (isLeafType(type)) return compileLeaf(type);
  const compile = (one: GraphQLObjectType): Printer =>
    member.unwrap ? compileSingle(one, member, scope) : compileObject(one, member, { scope, ...options });
  const types = objectTypesOf(member, scope.schema);
  if (!isAbstractType(type)) return compile(types[0]!);
  return byTypename(new Map(types.map((one) => [one.name, compile(one)])));
}

/** Prints each value of an interface or a union as its object type. */
function byTypename(printers: ReadonlyMap<string, Printer>): Printer {
  const printerOf = (value: unknown): Printer => printers.get((value as { __typename: string }).__typename)!;
  const isSame = [...printers.values()].every(({ pick }) => pick === identity);
  if (isSame) return { pick: identity, print: (value, out, below) => printerOf(value).print(value, out, below) };
  const pick: Printer['pick'] = (value) => {
    if (value == null) return value;
    const printer = printerOf(value);
    const picked = printer.pick(value);
    return picked == null ? picked : { printer, picked };
  };
  return {
    pick,
    print(one, out, below) {
      const { printer, picked } = one as { printer: Printer; picked: unknown };
      return printer.print(picked, out, below);
    },
  };
}

/** Prints the only member of an object instead of the object. */
function compileSingle(type: GraphQLObjectType, member: Member, scope: Scope): Printer {
  const members = selectedMembers(type, member.selections, scope);
  const [only] = members;
  if (!only || members.length > 1) throw new Error(`@value on ${member.key} needs exactly one member of ${type.name}`);
  const { pick, print } = compilePrinter(only, scope);
  return { pick: (value) => (value == null ? value : pick((value as Record<string, unknown>)[only.key])), print };
}
