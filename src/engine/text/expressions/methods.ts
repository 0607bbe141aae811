import { checkItems, checkLength } from './budget.js';
import { ExpressionError, limits, type Value } from './expression.js';
import { describeKind, isPlain } from './operators.js';

type Parameter = 'text' | 'number' | 'any';

/** A method of texts, lists or numbers. `?` after a parameter means that it is optional. */
interface Method<Self> {
  parameters: readonly (Parameter | `${Parameter}?`)[];
  run(self: Self, ...args: never[]): Value;
}

const textMethod = (
  parameters: Method<string>['parameters'],
  run: (self: string, ...args: never[]) => Value,
): Method<string> => ({ parameters, run });

const toInteger = (value: number | undefined): number => Math.trunc(value ?? 0) || 0;

function repeat(self: string, count: number): string {
  if (count < 0) throw new ExpressionError('`repeat` takes a number from 0');
  checkLength(self.length * toInteger(count));
  return self.repeat(count);
}

function padMethod(end: 'padStart' | 'padEnd') {
  return (self: string, length: number, filler?: string): string => {
    checkLength(toInteger(length));
    return self[end](length, filler);
  };
}

/** Replaces all occurrences of a text. `$&` and similar patterns in `by` have no special meaning. */
function replaceAll(self: string, search: string, by: string): string {
  const count = search === '' ? self.length + 1 : self.split(search).length - 1;
  checkLength(self.length + count * (by.length - search.length));
  return self.replaceAll(search, () => by);
}

function split(self: string, separator: string): string[] {
  // The text is split into at most one item more than the limit, which is enough to detect too many items.
  const parts = self.split(separator, limits.items + 1);
  checkItems(parts.length);
  return parts;
}

const textMethods = new Map<string, Method<string>>([
  ['toUpperCase', textMethod([], (self) => self.toUpperCase())],
  ['toLowerCase', textMethod([], (self) => self.toLowerCase())],
  ['trim', textMethod([], (self) => self.trim())],
  ['trimStart', textMethod([], (self) => self.trimStart())],
  ['trimEnd', textMethod([], (self) => self.trimEnd())],
  ['includes', textMethod(['text'], (self, part: string) => self.includes(part))],
  ['startsWith', textMethod(['text'], (self, part: string) => self.startsWith(part))],
  ['endsWith', textMethod(['text'], (self, part: string) => self.endsWith(part))],
  ['indexOf', textMethod(['text'], (self, part: string) => self.indexOf(part))],
  ['at', textMethod(['number'], (self, index: number) => self.at(index))],
  ['charAt', textMethod(['number'], (self, index: number) => self.charAt(index))],
  ['slice', textMethod(['number', 'number?'], (self, from: number, to?: number) => self.slice(from, to))],
  ['substring', textMethod(['number', 'number?'], (self, from: number, to?: number) => self.substring(from, to))],
  ['repeat', textMethod(['number'], repeat)],
  ['padStart', textMethod(['number', 'text?'], padMethod('padStart'))],
  ['padEnd', textMethod(['number', 'text?'], padMethod('padEnd'))],
  ['replace', textMethod(['text', 'text'], (self, search: string, by: string) => self.replace(search, () => by))],
  ['replaceAll', textMethod(['text', 'text'], replaceAll)],
  ['split', textMethod(['text'], split)],
  ['toString', textMethod([], (self) => self)],
]);

type List = readonly Value[];

function join(self: List, separator = ','): string {
  const parts = self.map((item) => {
    if (!isPlain(item))
      throw new ExpressionError(`\`join\` needs a list of plain values (got ${describeKind(item)} in it)`);
    return item === null || item === undefined ? '' : String(item);
  });
  checkLength(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
  return parts.join(separator);
}

const listMethod = (
  parameters: Method<List>['parameters'],
  run: (self: List, ...args: never[]) => Value,
): Method<List> => ({
  parameters,
  run,
});

const listMethods = new Map<string, Method<List>>([
  ['includes', listMethod(['any'], (self, item: Value) => self.includes(item))],
  ['indexOf', listMethod(['any'], (self, item: Value) => self.indexOf(item))],
  ['join', listMethod(['text?'], join)],
  ['at', listMethod(['number'], (self, index: number) => self.at(index))],
  ['slice', listMethod(['number', 'number?'], (self, from: number, to?: number) => self.slice(from, to))],
  ['concat', listMethod(['any'], (self, other: Value) => self.concat(other))],
]);

function toFixed(self: number, digits = 0): string {
  if (!(digits >= 0 && digits <= 100)) throw new ExpressionError('`toFixed` takes a number from 0 to 100');
  return self.toFixed(digits);
}

const numberMethods = new Map<string, Method<number>>([
  ['toFixed', { parameters: ['number?'], run: toFixed }],
  ['toString', { parameters: [], run: (self) => String(self) }],
]);

const booleanMethods = new Map<string, Method<boolean>>([
  ['toString', { parameters: [], run: (self) => String(self) }],
]);

/** Names of the methods of all types of values. */
export const methodNames: ReadonlySet<string> = new Set(
  [textMethods, listMethods, numberMethods, booleanMethods].flatMap((methods) => [...methods.keys()]),
);

/** Reports whether values of a type have a method with this name. */
export function hasMethod(kind: 'text' | 'list' | 'number' | 'boolean', name: string): boolean {
  return methodsByKind[kind].has(name);
}

const methodsByKind = { text: textMethods, list: listMethods, number: numberMethods, boolean: booleanMethods };

/**
 * Calls a method of a value.
 * @throws ExpressionError if the value has no such method, or if the arguments are wrong
 */
export function callMethod(self: Value, name: string, args: Value[]): Value {
  const method = methodsOf(self)?.get(name);
  if (!method) throw new ExpressionError(`${describeKind(self)} has no method \`${name}\``);
  const { parameters } = method;
  if (args.length > parameters.length) {
    throw new ExpressionError(`\`${name}\` takes at most ${parameters.length} arguments (got ${args.length})`);
  }
  for (const [index, parameter] of parameters.entries()) checkArgument(name, parameter, args[index]);
  return method.run(self as never, ...(args as never[]));
}

function methodsOf(self: Value): ReadonlyMap<string, Method<never>> | undefined {
  if (typeof self === 'string') return textMethods;
  if (typeof self === 'number') return numberMethods;
  if (typeof self === 'boolean') return booleanMethods;
  return Array.isArray(self) ? listMethods : undefined;
}

function checkArgument(name: string, parameter: string, value: Value): void {
  if (value === undefined && parameter.endsWith('?')) return;
  const expectedType = parameter.replace('?', '');
  if (expectedType === 'any' || typeof value === (expectedType === 'text' ? 'string' : 'number')) return;
  throw new ExpressionError(
    `\`${name}\` takes ${expectedType === 'text' ? 'text' : 'a number'} (got ${describeKind(value)})`,
  );
}
