import { forEachYielding, yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { Output } from './output.js';
import { after, type Below, type Printer, type Printing, same } from './printer.js';

/** Most items of a list that is printed at once. Longer lists are printed in time slices of the event loop. */
const long = 50;

/** Prints the items of a list; absent values are null. */
export function listOf(item: Printer): Printer {
  return {
    pick: same,
    print: (value, out, below) =>
      printItems(value as readonly unknown[], out, (one) => printItem(item, one, { out, below })),
  };
}

function printItem(
  { pick, print }: Printer,
  value: unknown,
  { out, below }: { out: Output; below: Below | undefined },
): Printing {
  const picked = pick(value) ?? null;
  if (picked !== null) return print(picked, out, below);
  out.text += 'null';
  return undefined;
}

/** Prints items with brackets around them. */
export function printItems(items: readonly unknown[], out: Output, print: (item: unknown) => Printing): Printing {
  const printed = items.length > long ? inTurns(items, out, print) : inSequence(items, { out, print, at: 0 });
  return after(printed, () => {
    out.text += items.length === 0 ? '[]' : ']';
    return undefined;
  });
}

interface Rest {
  out: Output;
  print: (item: unknown) => Printing;
  at: number;
}

/** Prints items in one iteration of the event loop, unless they are long. */
function inSequence(items: readonly unknown[], { out, print, at }: Rest): Printing {
  for (let next = at; next < items.length; next++) {
    out.text += next === 0 ? '[' : ',';
    const printing = print(items[next]) ?? (out.cut() ? yieldToEventLoop() : undefined);
    if (printing) return printing.then(() => inSequence(items, { out, print, at: next + 1 }));
  }
  return undefined;
}

function inTurns(items: readonly unknown[], out: Output, print: (item: unknown) => Printing): Promise<void> {
  let mark = '[';
  return forEachYielding(items, (item) => {
    out.text += mark;
    mark = ',';
    out.cut();
    return print(item);
  });
}
