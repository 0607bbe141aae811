import { furtherRows } from './further-rows.mjs';
import { aliases } from './rows/aliases.mjs';
import { content } from './rows/content.mjs';
import { ingest } from './rows/ingest.mjs';
import { pdf } from './rows/pdf.mjs';
import { restart } from './rows/restart.mjs';
import { specifications } from './rows/specifications.mjs';

/**
 * All rows, in the order in which they are measured. A row is data and functions; those of one caller are given its client
 * (`caller.mjs`) and the `data` of the row.
 * - `name`, `title` (what the attacker does), `measured` (what the innocent organization does), `on` (the databases)
 * - `jobs`: the server runs jobs; `restarts`: the attack is run twice, then the server is restarted
 * - `prepare({ attacker, innocent })` creates what the row needs; returns `data`, plain JSON
 * - `attack(caller)` makes the input; returns a function that sends it, and resolves to the answers
 * - `one(caller)`: the same for a single task of the attacker
 * - `probe(data)`: path that the innocent organization reads every 20 ms; or
 * - `task(caller)`: what it does again and again, with `number` from 0; `count` of them at most, `alone` before the attack;
 *   with `endsFirst` the attack is ended after the last one
 * - `requests`: requests of the attack, whose CPU time is printed for one of them
 */
export const rows = [content, pdf, specifications, ingest, restart, aliases, ...furtherRows];

/** A row by its name. */
export function rowNamed(name) {
  return rows.find((row) => row.name === name);
}
