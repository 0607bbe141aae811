import { type Results, valueAt } from '../documents/results.js';
import type { Scope } from '../documents/selections.js';
import { compilePrinter } from '../print/compile-printer.js';
import { memberPrefix, Output } from '../print/output.js';
import type { Printer } from '../print/printer.js';

/** A response before it is printed; it has no body if `print` is absent. */
export interface Answer {
  status: number;
  /** Prints the body. A long body is printed in time slices of the event loop and returned as bytes. */
  print?: () => string | Buffer | Promise<string | Buffer>;
  /** Id of the revision in the `ETag`. */
  revision?: string;
}

/**
 * Compiles the conversion of execution data to a response. The conversion returns null if the result, or an object on
 * the path to it, is null.
 */
export function compileAnswer(
  { results, switches, revision, status }: Results & { status: number },
  scope: Scope,
): (data: unknown) => Answer | null {
  if (status === 204) return () => ({ status });
  const printed = results.map((result) => ({ ...result, printer: compilePrinter(result.member, scope) }));
  return (data) => {
    for (const { keys, printer, as, member } of printed) {
      const value = valueAt(data, keys);
      if (value === undefined) continue;
      if (value === null && !member.nullable) return null;
      const tagged = revision && { revision: valueAt(data, revision) as string };
      return { status: statusOf(data), print: () => printBody(value, printer, as), ...tagged };
    }
    return null;
  };
  function statusOf(data: unknown): number {
    return switches.find(({ keys }) => valueAt(data, keys) === true)?.status ?? status;
  }
}

/**
 * Returns the function that prints the response body.
 * @param as name of a member that contains the value; if undefined, the body is the value itself
 */
function printBody(value: unknown, printer: Printer, as: string | undefined): ReturnType<NonNullable<Answer['print']>> {
  const out = new Output();
  if (as !== undefined) {
    out.open('');
    out.member(memberPrefix(as));
  }
  const picked = printer.pick(value) ?? null;
  const printing = picked === null ? out.add('null') : printer.print(picked, out);
  const end = (): string | Buffer => {
    if (as !== undefined) out.close();
    return out.end();
  };
  return printing ? printing.then(end) : end();
}
