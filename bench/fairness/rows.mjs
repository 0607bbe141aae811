import { furtherRows } from './further-rows.mjs';
import { aliases } from './rows/aliases.mjs';
import { content } from './rows/content.mjs';
import { ingest } from './rows/ingest.mjs';
import { pdf } from './rows/pdf.mjs';
import { restart } from './rows/restart.mjs';
import { specifications } from './rows/specifications.mjs';

/**
 * All rows, in the order in which they are measured. A row consists of data and functions. Functions with a `caller`
 * get that organization's client (`caller.mjs`) and the `data` of the row.
 * - `name`, `title` (load of the attacker), `measured` (work of the innocent organization), `on` (the databases)
 * - `jobs`: the server runs jobs; `restarts`: the attack runs twice, then the server is restarted
 * - `prepare({ attacker, innocent })`: creates the objects of the row; returns `data`, plain JSON
 * - `attack(caller)`: creates the input; returns a function that sends it and resolves to the responses
 * - `one(caller)`: the same for a single task of the attacker
 * - `probe(data)`: path that the innocent organization reads every 20 ms
 * - `task(caller)`: repeated task of the innocent organization instead of `probe`, with `number` from 0; runs at most
 *   `count` times, and `alone` times before the attack
 * - `endsFirst`: the attack is stopped after the last task
 * - `requests`: number of requests of the attack; used to print the CPU time of one request
 */
export const rows = [content, pdf, specifications, ingest, restart, aliases, ...furtherRows];

/** Returns a row by its name. */
export function findRow(name) {
  return rows.find((row) => row.name === name);
}
