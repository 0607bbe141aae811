import { forEachYielding, yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { Output } from './output.js';
import { identity, type PendingPrint, type Printer, type TreeChildren, thenContinue } from './printer.js';

/**
 * Maximum number of items of a list that is printed at once. Longer lists are printed in time slices of the event loop.
 */
const maxItemsAtOnce = 50;

/** Prints the items of a list; absent values are null. */
export function listPrinter(item: Printer): Printer {
  return {
    pick: identity,
    print: (value, out, below) =>
      printItems(value as readonly unknown[], out, (one) => printItem(item, one, { out, below })),
  };
}

function printItem(
  { pick, print }: Printer,
  value: unknown,
  { out, below }: { out: Output; below: TreeChildren | undefined },
): PendingPrint {
  const picked = pick(value) ?? null;
  if (picked !== null) return print(picked, out, below);
  out.text += 'null';
  return undefined;
}

/** Prints items with brackets around them. */
export function printItems(
  items: readonly unknown[],
  out: Output,
  print: (item: unknown) => PendingPrint,
): PendingPrint {
  const printed =
    items.length > maxItemsAtOnce ? printYielding(items, out, print) : printSynchronously(items, { out, print, at: 0 });
  return thenContinue(printed, () => {
    out.text += items.length === 0 ? '[]' : ']';
    return undefined;
  });
}

interface SequenceState {
  out: Output;
  print: (item: unknown) => PendingPrint;
  at: number;
}

/** Prints items in one iteration of the event loop, unless an item or the text is long. */
function printSynchronously(items: readonly unknown[], { out, print, at }: SequenceState): PendingPrint {
  for (let next = at; next < items.length; next++) {
    out.text += next === 0 ? '[' : ',';
    const printing = print(items[next]) ?? (out.cut() ? yieldToEventLoop() : undefined);
    if (printing) return printing.then(() => printSynchronously(items, { out, print, at: next + 1 }));
  }
  return undefined;
}

function printYielding(items: readonly unknown[], out: Output, print: (item: unknown) => PendingPrint): Promise<void> {
  let mark = '[';
  return forEachYielding(items, (item) => {
    out.text += mark;
    mark = ',';
    out.cut();
    return print(item);
  });
}
