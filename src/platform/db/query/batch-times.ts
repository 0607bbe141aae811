import type { OnBatch } from './batch.js';
import { formatStatementName } from './statement-name.js';

/** Batches of one statement. */
interface StatementTime {
  /** Operation and table, such as `SELECT Space`. */
  statement: string;
  batches: number;
  /** Milliseconds of all batches in total. Batches that ran at the same time are counted separately. */
  ms: number;
}

/** Counts the batches of one request, with their times. */
export interface BatchTimes {
  onBatch: OnBatch;
  /** Adds the time of a step that is not a batch, under a name. */
  add(name: string, ms: number): void;
  /** Returns the number of batches. */
  count(): number;
  /** Returns the statements that took most time, longest first. */
  longest(maximum: number): StatementTime[];
}

/** Number of batches and their milliseconds. */
type Sum = Omit<StatementTime, 'statement'>;

/** Creates the counter of one request. */
export function createBatchTimes(): BatchTimes {
  const sums = new Map<string, Sum>();
  let total = 0;
  function sumOf(key: string): Sum {
    const existing = sums.get(key);
    if (existing) return existing;
    const sum = { batches: 0, ms: 0 };
    sums.set(key, sum);
    return sum;
  }
  return {
    onBatch(batch) {
      const startedAt = performance.now();
      const sum = sumOf(batch.sql);
      sum.batches += 1;
      total += 1;
      batch.end = () => {
        sum.ms += performance.now() - startedAt;
      };
    },
    add(name, ms) {
      const sum = sumOf(name);
      sum.batches += 1;
      sum.ms += ms;
    },
    count: () => total,
    longest(maximum) {
      const byName = new Map<string, Sum>();
      for (const [key, { batches, ms }] of sums) {
        const name = formatStatementName(key);
        const sum = byName.get(name) ?? { batches: 0, ms: 0 };
        byName.set(name, { batches: sum.batches + batches, ms: sum.ms + ms });
      }
      const all = [...byName].map(([statement, { batches, ms }]) => ({
        statement,
        batches,
        ms: Math.round(ms * 10) / 10,
      }));
      return all.sort((left, right) => right.ms - left.ms).slice(0, maximum);
    },
  };
}
