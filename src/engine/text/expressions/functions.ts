import { ExpressionError, type Value } from './expression.js';
import { describeKind, isPlain, type Plain } from './operators.js';

/** Clock and random number generator for the functions. */
export interface RuntimeInputs {
  /** Milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
}

/** A function of the expression language. */
interface NamedFunction {
  /** Whether equal arguments always result in an equal value. */
  deterministic: boolean;
  /** Minimum and maximum number of arguments. */
  takes: [number, number];
  run(args: Plain[], world: RuntimeInputs): Value;
}

const deterministicFunction = (takes: [number, number], run: (args: Plain[]) => Value): NamedFunction => ({
  deterministic: true,
  takes,
  run,
});
const numberFunction = (run: (number: number) => number) =>
  deterministicFunction([1, 1], ([value]) => run(Number(value)));

/** Functions by name. */
export const functions: ReadonlyMap<string, NamedFunction> = new Map<string, NamedFunction>([
  ['String', deterministicFunction([1, 1], ([value]) => String(value))],
  ['Number', deterministicFunction([1, 1], ([value]) => Number(value))],
  ['Boolean', deterministicFunction([1, 1], ([value]) => Boolean(value))],
  ['Math.abs', numberFunction(Math.abs)],
  ['Math.ceil', numberFunction(Math.ceil)],
  ['Math.floor', numberFunction(Math.floor)],
  ['Math.round', numberFunction(Math.round)],
  ['Math.min', deterministicFunction([0, 50], (args) => Math.min(...args.map(Number)))],
  ['Math.max', deterministicFunction([0, 50], (args) => Math.max(...args.map(Number)))],
  ['Math.random', { deterministic: false, takes: [0, 0], run: (_, world) => world.random() }],
  ['Date.now', { deterministic: false, takes: [0, 0], run: (_, world) => world.now() }],
  ['now', { deterministic: false, takes: [0, 0], run: (_, world) => new Date(world.now()).toISOString() }],
]);

/**
 * Calls a function.
 * @throws ExpressionError for a wrong number of arguments, or if an argument is a list or a record
 */
export function callFunction(name: string, args: Value[], world: RuntimeInputs): Value {
  const { takes, run } = functions.get(name)!;
  const [fewest, most] = takes;
  if (args.length < fewest || args.length > most) {
    const arity = fewest === most ? String(fewest) : `${fewest} to ${most}`;
    throw new ExpressionError(`\`${name}\` takes ${arity} arguments (got ${args.length})`);
  }
  return run(
    args.map((value) => plainArgument(name, value)),
    world,
  );
}

function plainArgument(name: string, value: Value): Plain {
  if (isPlain(value)) return value;
  throw new ExpressionError(`\`${name}\` takes text, numbers or booleans (got ${describeKind(value)})`);
}
