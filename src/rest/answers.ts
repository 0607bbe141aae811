import type { Json } from '../content/types.js';
import { type Results, valueAt } from './results.js';
import type { Scope } from './selections.js';
import { compileShape } from './shaper.js';

/** An answer; no body for 204. */
export interface Shaped {
  status: number;
  body?: Json;
  /** Id of the revision that the answer is tagged with. */
  revision?: string;
}

/** Compiles data of an execution into an answer; null where the result, or an object on the way to it, is null. */
export function compileAnswer(
  { results, switches, revision, status }: Results & { status: number },
  scope: Scope,
): (data: unknown) => Shaped | null {
  if (status === 204) return () => ({ status });
  const shapes = results.map((result) => ({ ...result, shape: compileShape(result.member, scope) }));
  return (data) => {
    for (const { keys, shape, as, member } of shapes) {
      const value = valueAt(data, keys);
      if (value === undefined) continue;
      if (value === null && !member.nullable) return null;
      const body = shape(value) ?? null;
      const tagged = revision && { revision: valueAt(data, revision) as string };
      return { status: statusOf(data), body: as === undefined ? body : { [as]: body }, ...tagged };
    }
    return null;
  };
  function statusOf(data: unknown): number {
    return switches.find(({ keys }) => valueAt(data, keys) === true)?.status ?? status;
  }
}
