import { reportTarget } from '../report.mjs';

const databaseNames = { sqlite: 'SQLite', postgresql: 'Postgres' };

/** Maximum increase, in milliseconds, of a read's p99 during an attack. */
const maxDelayMs = 50;

/**
 * Prints the results of `runRow` on a database, and whether the row meets its targets. Returns the row of the table.
 */
export function reportRow(row, kind, measured) {
  const { alone, underAttack, attack, one, repeated } = measured;
  const added = underAttack.calls.p99 - alone.calls.p99;
  const print = (text) => console.log(`    ${text}`);
  console.log(`  ${row.name}, ${databaseNames[kind]}: ${row.title}`);
  print(`${row.measured}, without: ${describe(alone)}`);
  print(`${row.measured}, with: ${describe(underAttack)}`);
  print(`p99: ${formatTime(added)} more, ${(underAttack.calls.p99 / alone.calls.p99).toFixed(1)} times as long`);
  if (attack) print(`the attack: ${describeAttack(attack, row.requests && underAttack.cpu / row.requests)}`);
  if (repeated) print(`the second attack before the restart: ${describeAttack(repeated)}`);
  if (one) print(`one task of the attacker without others: ${formatTime(one.longest)}`);
  const aims = evaluateAims(row, { alone, underAttack, attack, one });
  for (const { aim, isMet } of aims) reportTarget(aim, isMet);
  return tableCells(row, kind, { ...measured, added, aims });
}

/**
 * Returns the targets of a row: how much longer the innocent organization may wait, and whether the server may refuse
 * requests.
 */
function evaluateAims({ task, refusesNothing }, { alone, underAttack, attack, one }) {
  const most = alone.calls.p99 + (task ? one.longest : maxDelayMs);
  const why = task ? 'one task of the attacker' : `${maxDelayMs} ms`;
  const time = {
    aim: `p99 at most ${why} longer than without (${formatTime(most)})`,
    isMet: underAttack.calls.p99 <= most,
  };
  if (!refusesNothing) return [time];
  return [time, { aim: 'no request refused', isMet: Object.keys(attack.refused).length === 0 }];
}

function describe({ calls, delay, cpu }) {
  return `${formatCalls(calls)}; the event loop stalled ${delay.toFixed(0)} ms at most; ${cpu.toFixed(1)} s of CPU${describeRefusals(calls)}`;
}

function describeAttack({ seconds, points, ...calls }, cpu) {
  const facts = [
    `${seconds.toFixed(1)} s`,
    calls.count > 0 && `${formatCalls(calls)} requests`,
    cpu && `${(cpu * 1000).toFixed(0)} ms of CPU a request`,
    points !== undefined && `cost ${JSON.stringify(points)}`,
  ];
  return `${facts.filter(Boolean).join(', ')}${describeRefusals(calls)}`;
}

function formatCalls({ p50, p99, longest, count }) {
  return `p50 ${formatTime(p50)}, p99 ${formatTime(p99)}, longest ${formatTime(longest)} of ${count}`;
}

function describeRefusals({ refused }) {
  const reasons = Object.entries(refused).map(([reason, count]) => `${count} × ${reason}`);
  return reasons.length === 0 ? '' : `; refused: ${reasons.join(', ')}`;
}

function formatTime(milliseconds) {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

function tableCells({ name, measured }, kind, { alone, underAttack, attack, one, added, aims }) {
  const refusals = [underAttack.calls, attack ?? { refused: {} }].map(({ refused }) =>
    Object.values(refused).reduce((sum, count) => sum + count, 0),
  );
  return [
    `\`${name}\`, ${databaseNames[kind]}`,
    measured,
    formatCalls(alone.calls),
    formatCalls(underAttack.calls),
    `${formatTime(added)}${one ? ` (${formatTime(one.longest)})` : ''}`,
    `${refusals[0]}; ${refusals[1]}`,
    `${alone.delay.toFixed(0)}; ${underAttack.delay.toFixed(0)} ms`,
    `${alone.cpu.toFixed(1)}; ${underAttack.cpu.toFixed(1)} s`,
    aims.every(({ isMet }) => isMet) ? 'met' : 'MISSED',
  ];
}

const head = [
  'row, database',
  'what is measured',
  'without the attacker',
  'with it',
  'more at p99 (one task of the attacker)',
  'refused; of the attack',
  'loop stalled without; with',
  'CPU without; with',
  'aim',
];

/** Prints rows as a Markdown table, as in `bench/README.md`. */
export function printTable(rows) {
  if (rows.length === 0) return;
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
}
