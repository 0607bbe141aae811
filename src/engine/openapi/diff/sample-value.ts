import type { Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { includesType, type MergedSchema } from '../reading/shape.js';
import { typesOf } from './compare-types.js';
import { type Comparison, shapeIn } from './comparison.js';
import { assumption, type Constraint } from './validate-value.js';
import { spendWork } from './work-budget.js';

/** Maximum number of samples of one schema, and maximum nesting depth of values. */
const maxSamples = 6;
const maxLevels = 6;

/** Input for making samples. */
export interface Sampling {
  comparison: Comparison;
  /** Patterns and formats that the generated texts are assumed to match (`assumption`). */
  assumed: Set<string>;
}

/** Returns values that may satisfy all constraints. The caller must check them with `validateValue`. */
export function createSamples(sampling: Sampling, constraints: readonly Constraint[], level = 0): Json[] {
  const { comparison } = sampling;
  if (level > maxLevels || !spendWork(comparison.overlapBudget, constraints.length)) return [];
  const shapes = constraints.map(({ side, schemas }) => ({ side, shape: shapeIn(comparison, side, schemas) }));
  const choice = shapes.find(({ shape }) => shape.variants);
  if (choice) {
    const index = shapes.indexOf(choice);
    const { side, schemas } = constraints[index]!;
    return choice.shape.variants!.slice(0, maxSamples).flatMap((variant) => {
      // The variant replaces the choice. `validateValue` later checks the other members of the choice.
      const otherConstraints = constraints.filter((_, at) => at !== index);
      const own = plainParts(choice.shape).map((part): Constraint => ({ side, schemas: [part] }));
      return createSamples(
        sampling,
        [...otherConstraints, ...(schemas.length > 0 ? own : []), { side, schemas: [variant] }],
        level + 1,
      );
    });
  }
  const all = shapes.map(({ shape }) => shape);
  const listed = listedIn(all);
  if (listed) return listed.slice(0, maxSamples);
  return typesFor(all)
    .flatMap((type) => samplesOfType({ sampling, shapes, level }, type))
    .slice(0, maxSamples);
}

/** Returns the parts of a shape that have no variants. */
function plainParts({ parts }: MergedSchema): MergedSchema['parts'] {
  return parts.filter(
    ({ value }) => typeof value === 'object' && value !== null && !('oneOf' in value) && !('anyOf' in value),
  );
}

function listedIn(shapes: readonly MergedSchema[]): Json[] | null {
  const lists = shapes.flatMap(({ values }) => values ?? []);
  if (lists.length === 0) return null;
  return [...lists[0]!].filter(([key]) => lists.every((list) => list.has(key))).map(([, value]) => value);
}

const order = ['object', 'string', 'integer', 'number', 'array', 'boolean'] as const;
type Type = (typeof order)[number];

function typesFor(shapes: readonly MergedSchema[]): Type[] {
  const isObject = shapes.some(({ properties, required }) => properties.size + required.size > 0);
  const types = order.filter((type) => shapes.every((shape) => includesType(typesOf(shape), type)));
  return isObject ? types.filter((type) => type === 'object') : types;
}

interface SampleInput {
  sampling: Sampling;
  shapes: readonly { side: Constraint['side']; shape: MergedSchema }[];
  level: number;
}

function samplesOfType(input: SampleInput, type: Type): Json[] {
  const all = input.shapes.map(({ shape }) => shape);
  if (type === 'boolean') return [true, false];
  if (type === 'string') return [sampleText(input.sampling, all)];
  if (type === 'object') return sampleObjects(input, all);
  if (type === 'array') return sampleLists(input, all);
  return sampleNumbers(all, type === 'integer');
}

function strictestBound(
  shapes: readonly MergedSchema[],
  name: string,
  choose: (...values: number[]) => number,
): number | undefined {
  const values = shapes.flatMap(({ bounds }) => bounds.get(name) ?? []);
  return values.length > 0 ? choose(...values) : undefined;
}

/** Returns a text that is assumed to match the pattern and the format; there must be at most one of each. */
function sampleText({ assumed }: Sampling, shapes: readonly MergedSchema[]): string {
  const [least, most] = [
    strictestBound(shapes, 'minLength', Math.max) ?? 0,
    strictestBound(shapes, 'maxLength', Math.min) ?? 1000,
  ];
  const text = 'x'.repeat(Math.min(Math.max(least, Math.min(1, most)), 1000));
  for (const keyword of ['pattern', 'format'] as const) {
    const given = shapes.map((shape) => (keyword === 'format' ? shape.format : shape.otherKeywords.get(keyword)));
    const distinct = [...new Set(given.filter((one) => typeof one === 'string'))];
    if (distinct.length === 1) assumed.add(assumption(text, keyword, distinct[0]!));
  }
  return text;
}

function sampleNumbers(shapes: readonly MergedSchema[], isWhole: boolean): number[] {
  const lower = [strictestBound(shapes, 'minimum', Math.max), strictestBound(shapes, 'exclusiveMinimum', Math.max)];
  const upper = [strictestBound(shapes, 'maximum', Math.min), strictestBound(shapes, 'exclusiveMaximum', Math.min)];
  const [least, most] = [
    Math.max(...lower.map((one) => one ?? -Infinity)),
    Math.min(...upper.map((one) => one ?? Infinity)),
  ];
  const start = least > -Infinity ? least : most < Infinity ? Math.min(most, 0) : 0;
  const steps = shapes.flatMap(({ otherKeywords }) =>
    typeof otherKeywords.get('multipleOf') === 'number' ? (otherKeywords.get('multipleOf') as number) : [],
  );
  const step = steps.reduce((product, one) => (Number.isInteger(product / one) ? product : product * one), 1);
  const first = Math.ceil(start / step) * step;
  const whole = [0, first, first + step, Math.floor(most / step) * step, first - step].filter(Number.isFinite);
  return isWhole ? whole : [...whole, (Math.max(least, most - 1) + most) / 2, start + 0.5].filter(Number.isFinite);
}

function sampleLists({ sampling, shapes, level }: SampleInput, all: readonly MergedSchema[]): Json[] {
  const constraints = shapes.flatMap(({ side, shape }) => (shape.items ? [{ side, schemas: shape.items }] : []));
  const least = Math.min(strictestBound(all, 'minItems', Math.max) ?? 0, 100);
  const items = createSamples(sampling, constraints, level + 1);
  const lists = items.slice(0, 2).map((item) => Array.from({ length: Math.max(least, 1) }, () => item));
  return least === 0 ? [[], ...lists] : lists;
}

/** Returns two objects: one with only the required properties of a shape, and one with all named properties. */
function sampleObjects(input: SampleInput, all: readonly MergedSchema[]): Json[] {
  const required = new Set(all.flatMap((shape) => [...shape.required]));
  const named = new Set(all.flatMap((shape) => [...shape.properties.keys()]));
  const full = named.size > required.size && named.size <= 20 ? [new Set([...required, ...named])] : [];
  return [required, ...full].flatMap((names) => sampleObject(input, names) ?? []);
}

function sampleObject({ sampling, shapes, level }: SampleInput, names: ReadonlySet<string>): Members | null {
  const members: [string, Json][] = [];
  if (names.size > 50) return null;
  for (const name of names) {
    const constraints = shapes.flatMap(({ side, shape }) => {
      const schemas = shape.properties.get(name) ?? (Array.isArray(shape.additional) ? shape.additional : undefined);
      return schemas ? [{ side, schemas }] : [];
    });
    const [sample] = createSamples(sampling, constraints, level + 1);
    if (sample === undefined) return null;
    members.push([name, sample]);
  }
  return Object.fromEntries(members);
}
