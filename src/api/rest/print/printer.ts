import type { Output } from './output.js';

/** Children of the items of a tree, which are printed in them. */
export interface Below {
  /** The member that has them. */
  into: string;
  of(item: unknown): readonly unknown[];
  print(item: unknown, out: Output): Printing;
}

/** A promise only if what is printed takes more than one time slice of the event loop. */
export type Printing = Promise<void> | undefined;

/** Prints values of one selected field, as the contract has them. */
export interface Printer {
  /** The value that counts: null is printed as such or left out, undefined is left out. */
  pick(value: unknown): unknown;
  /** Prints a picked value that is there. */
  print(picked: unknown, out: Output, below?: Below): Printing;
}

/** Picks the value itself. */
export const same = (value: unknown): unknown => value;

/** Does the rest of something once a part that takes longer is done. */
export function after(printing: Printing, rest: () => Printing): Printing {
  return printing ? printing.then(rest) : rest();
}
