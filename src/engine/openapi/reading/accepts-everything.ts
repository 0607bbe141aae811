import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import type { Json } from '../../base/types.js';

/** Maximum length of an analyzed pattern, in characters. */
const maxPatternLength = 200;

const resultByPattern = new Map<string, boolean>();

/**
 * Reports whether a pattern certainly accepts every text, such as `.*`, `^.*$`, `[\s\S]*` or an empty pattern. Treats
 * `.` as if it matched line breaks. Returns false when in doubt.
 */
export function acceptsEverything(pattern: Json | undefined): boolean {
  if (typeof pattern !== 'string' || pattern.length > maxPatternLength) return false;
  const accepts = resultByPattern.get(pattern) ?? analyze(pattern);
  if (resultByPattern.size < 1000) resultByPattern.set(pattern, accepts);
  return accepts;
}

function analyze(pattern: string): boolean {
  try {
    const { alternatives } = parseRegExpLiteral(new RegExp(pattern, 'u')).pattern;
    return alternatives.some(({ elements }) => isEverything(elements));
  } catch {
    return false;
  }
}

/**
 * A sequence that matches the empty text accepts every text if it is anchored on at most one side. A sequence with both
 * anchors accepts every text if one element matches any text and the others may be empty.
 */
function isEverything(elements: readonly AST.Element[]): boolean {
  const rest = elements.filter(({ type }) => type !== 'Assertion');
  const edges = new Set(elements.flatMap((element) => (element.type === 'Assertion' ? [element.kind] : [])));
  const isEdged = [...edges].every((kind) => kind === 'start' || kind === 'end');
  if (!isEdged || !rest.every(mayBeEmpty)) return false;
  if (edges.size < 2) return true;
  const [first, last] = [elements[0], elements.at(-1)];
  const isAround =
    first?.type === 'Assertion' && first.kind === 'start' && last?.type === 'Assertion' && last.kind === 'end';
  return isAround && rest.length === elements.length - 2 && rest.some(matchesAnyText);
}

function mayBeEmpty(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min === 0 || mayBeEmpty(element.element);
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return false;
  return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
}

/** Reports whether an element matches every text as a whole: `.*`, or a group that contains only `.*`. */
function matchesAnyText(element: AST.Element): boolean {
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty) && elements.some(matchesAnyText));
  return (
    element.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY && matchesAnyCharacter(element.element)
  );
}

const opposites = ['\\s\\S', '\\d\\D', '\\w\\W'].flatMap((both) => [both, both.slice(2) + both.slice(0, 2)]);

function matchesAnyCharacter(element: AST.Element): boolean {
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.some(({ elements }) => elements.length === 1 && matchesAnyCharacter(elements[0]!));
  if (element.type === 'CharacterSet') return element.kind === 'any';
  if (element.type !== 'CharacterClass') return false;
  const inner = element.raw.slice(1, -1);
  return element.negate ? inner === '^' : opposites.some((both) => inner.includes(both));
}
