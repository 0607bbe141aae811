import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from './seeded-random.mjs';

const shared = process.env.DOCGRAPH_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url));

/** Sets of labeled messages. They are optional: the shared data next to the project may contain them. */
export const labelledSets = ['banking77', 'clinc150'];

/**
 * Returns the messages of a set with their labels, shuffled with `seed` or, without it, in the order of the file.
 * Returns null if there is no such set.
 */
export function readLabelled(name, seed) {
  const file = `${shared}/data/support/${name}.csv`;
  if (!existsSync(file)) return null;
  const [head, ...rows] = parseCsv(readFileSync(file, 'utf8'));
  const messages = rows.map((row) => ({ text: row[head.indexOf('text')], label: row[head.indexOf('label')] }));
  if (seed !== undefined) shuffle(messages, seededRandom(seed));
  return messages;
}

function parseCsv(text) {
  const rows = [[]];
  for (const { 1: quoted, 2: bare, 3: end } of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

function shuffle(list, draw) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
}
