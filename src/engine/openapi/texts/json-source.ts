import { pointerOf } from '../problem.js';

/** Matches a string, another literal, or a structural character of JSON. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** The object or list at the current position, with the name of the current member or the current index. */
interface Level {
  name: string | number;
  isList: boolean;
}

/** Returns the source texts of some numbers, booleans and nulls in a valid JSON text, by JSON pointer. */
export function jsonSources(text: string, pointers: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const levels: Level[] = [];
  let last = '';
  for (const [one] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (one === '{' || one === '[') levels.push({ name: one === '[' ? 0 : '', isList: one === '[' });
    else if (one === '}' || one === ']') levels.pop();
    else if (one === ',' && level?.isList) level.name = Number(level.name) + 1;
    else if (one === ':' && level) level.name = JSON.parse(last) as string;
    else if (!/^[",]/.test(one)) {
      const pointer = pointerOf(levels.map(({ name }) => name));
      if (pointers.has(pointer)) found.set(pointer, one);
    }
    last = one;
  }
  return found;
}
