import type { Output } from './output.js';

/** The children of all items of a tree; an item is printed with its children. */
export interface TreeChildren {
  /** Name of the member for the children. */
  into: string;
  of(item: unknown): readonly unknown[];
  print(item: unknown, out: Output): PendingPrint;
}

/** A promise if printing takes more than one time slice of the event loop, otherwise undefined. */
export type PendingPrint = Promise<void> | undefined;

/** Prints the values of one selected field in the format of `/v1`. */
export interface Printer {
  /**
   * Returns the value to print. If the result is null, the caller prints null or omits the member; if the result is
   * undefined, the caller omits the member.
   */
  pick(value: unknown): unknown;
  /** Prints a picked value that is not null. */
  print(picked: unknown, out: Output, below?: TreeChildren): PendingPrint;
}

/** Returns the value itself. */
export const identity = (value: unknown): unknown => value;

/** Runs `rest` after `printing` has finished: immediately if `printing` is not a promise. */
export function thenContinue(printing: PendingPrint, rest: () => PendingPrint): PendingPrint {
  return printing ? printing.then(rest) : rest();
}
