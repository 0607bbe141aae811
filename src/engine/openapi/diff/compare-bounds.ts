import { includesType, type MergedSchema } from '../reading/shape.js';
import { typesOf } from './compare-types.js';
import { type Effect, narrower, narrowerAndWider, wider } from './detail.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

/** A keyword that limits values, such as `maxLength`: whether it is a lower bound, and the types that it applies to. */
interface Bound {
  name: string;
  isLower: boolean;
  types: readonly string[];
}

const numbers = ['number', 'integer'];

const bounds: readonly Bound[] = [
  { name: 'minimum', isLower: true, types: numbers },
  { name: 'maximum', isLower: false, types: numbers },
  { name: 'minLength', isLower: true, types: ['string'] },
  { name: 'maxLength', isLower: false, types: ['string'] },
  { name: 'minItems', isLower: true, types: ['array'] },
  { name: 'maxItems', isLower: false, types: ['array'] },
  { name: 'minContains', isLower: true, types: ['array'] },
  { name: 'maxContains', isLower: false, types: ['array'] },
  { name: 'minProperties', isLower: true, types: ['object'] },
  { name: 'maxProperties', isLower: false, types: ['object'] },
];

/** Lower or upper limit of a range of values. */
interface End {
  value: number;
  /** Whether the limit itself is excluded. */
  isOpen: boolean;
}

/** Reports limits that became stricter or less strict. */
export function compareBounds(context: TraversalContext): void {
  const { one, other } = context;
  if ([one, other].every(({ bounds: own, otherKeywords }) => own.size === 0 && otherKeywords.size === 0)) return;
  for (const bound of bounds) {
    if (![one, other].every((shape) => bound.types.some((type) => includesType(typesOf(shape), type)))) continue;
    const [before, after] = [effectiveEnd(one, bound), effectiveEnd(other, bound)];
    const order = compareEnds(before, after, bound.isLower);
    if (order === 0) continue;
    addDetail(
      context,
      `${bound.name} was ${formatEnd(before)} and is ${formatEnd(after)}`,
      order > 0 ? narrower : wider,
    );
  }
  compareMultiples(context);
}

function effectiveEnd(shape: MergedSchema, { name, isLower }: Bound): End | null {
  const given = [shape.bounds.get(name), shape.otherKeywords.get(name)].find((value) => typeof value === 'number');
  const plain: End | null = typeof given === 'number' ? { value: given, isOpen: false } : null;
  const open = shape.bounds.get(`exclusive${name[0]!.toUpperCase()}${name.slice(1)}`);
  if (open === undefined) return plain;
  const types = typesOf(shape);
  const isWhole = types?.size === 1 && types.has('integer') && Number.isInteger(open);
  const end = isWhole ? { value: isLower ? open + 1 : open - 1, isOpen: false } : { value: open, isOpen: true };
  return compareEnds(plain, end, isLower) > 0 ? end : plain;
}

/** Compares two limits. Returns a number above 0 if the second limit is stricter, below 0 if the first one is. */
function compareEnds(left: End | null, right: End | null, isLower: boolean): number {
  if (!left || !right) return Number(right !== null) - Number(left !== null);
  const further = isLower ? right.value - left.value : left.value - right.value;
  return further || Number(right.isOpen) - Number(left.isOpen);
}

function formatEnd(end: End | null): string {
  if (!end) return 'not given';
  return end.isOpen ? `${end.value} (itself not taken)` : String(end.value);
}

function compareMultiples(context: TraversalContext): void {
  const [before, after] = [context.one, context.other].map(({ otherKeywords }) => {
    const value = otherKeywords.get('multipleOf');
    return typeof value === 'number' && value > 0 ? value : undefined;
  });
  if (before === after) return;
  addDetail(
    context,
    `multipleOf was ${before ?? 'not given'} and is ${after ?? 'not given'}`,
    multipleEffect(before, after),
  );
}

function multipleEffect(before: number | undefined, after: number | undefined): Effect {
  if (before === undefined) return narrower;
  if (after === undefined || before % after === 0) return wider;
  return after % before === 0 ? narrower : narrowerAndWider;
}
