import { pointerOf } from '../problem.js';

/** A string, or a literal without quotes, of a JSON text; and the signs that lists and objects are made of. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** An object or a list that is read: the name of the member that comes next, or its index. */
interface Level {
  name: string | number;
  isList: boolean;
}

/** The source texts of some numbers, booleans and nulls of a valid JSON text, by their JSON pointers. */
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
