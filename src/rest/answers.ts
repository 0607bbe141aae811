import type { Json } from '../content/types.js';
import { type Result, type StatusSwitch, valueAt } from './results.js';
import type { Scope } from './selections.js';
import { compileShape } from './shaper.js';

/** An answer; no body for 204. */
export interface Shaped {
  status: number;
  body?: Json;
}

/** Compiles data of an execution into an answer; null where the result, or an object on the way to it, is null. */
export function compileAnswer(
  { results, switches, status }: { results: readonly Result[]; switches: readonly StatusSwitch[]; status: number },
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
      return { status: statusOf(data), body: as === undefined ? body : { [as]: body } };
    }
    return null;
  };
  function statusOf(data: unknown): number {
    return switches.find(({ keys }) => valueAt(data, keys) === true)?.status ?? status;
  }
}
