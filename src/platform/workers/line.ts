import { afterPromises, fair } from './turns.js';

/**
 * Work of one request that is done in turns with everybody else's: its parts wait in a line, and go on one after the other as
 * long as a turn of the event loop lasts.
 */
export interface Line {
  /** Counts items of lists that the request goes through. */
  count(items: number): void;
  /** Whether the request has so many items that it takes turns: most have fewer, and pay nothing. */
  isLong(): boolean;
  /** Gives a value back when it is its turn. */
  wait<Value>(value: Value): Promise<Value>;
  /** Calls when nobody waits in the line; at once where nobody does. */
  whenNoneWaits(then: () => void): void;
}

/** Items that are gone through at once; the dearest take a sixth of a millisecond each. */
const free = 150;

/** Makes the line of a request. */
export function createLine(): Line {
  let items = 0;
  let queue: Queue | undefined;
  return {
    count: (more) => {
      items += more;
    },
    isLong: () => items > free,
    wait(value) {
      queue ??= createQueue();
      return queue.wait(value);
    },
    whenNoneWaits: (then) => (queue ? queue.whenNoneWaits(then) : then()),
  };
}

/** Who waits in a line; most requests need none. */
type Queue = Pick<Line, 'wait' | 'whenNoneWaits'>;

function createQueue(): Queue {
  let waiting: (() => void)[] = [];
  // Thousands may wait: taking one off the front would move all others.
  let gone = 0;
  let held: (() => void)[] = [];
  let isListed = false;
  const place: Place = {
    next: () => (gone < waiting.length ? waiting[gone++] : undefined),
    leave() {
      isListed = false;
      waiting = [];
      gone = 0;
      const all = held;
      held = [];
      for (const then of all) then();
    },
  };
  return {
    wait: (value) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(value));
        if (!isListed) enter(place);
        isListed = true;
      }),
    whenNoneWaits: (then) => (isListed ? void held.push(then) : then()),
  };
}

/** A line among others: who is next in it, and what is done once nobody is. */
interface Place {
  next(): (() => void) | undefined;
  leave(): void;
}

/** Lines in which somebody waits. Each turn begins with another one, so that no request holds up all others. */
const places: Place[] = [];
let isServing = false;
let end = 0;

function enter(place: Place): void {
  places.push(place);
  if (isServing) return;
  isServing = true;
  setImmediate(serve);
}

function serve(): void {
  end = performance.now() + fair;
  goOn();
}

/** How many go on before the clock is asked: each has a fraction of a millisecond to do. */
const together = 5;

/** Lets some go on, and looks again when all that follows from it is done. */
function goOn(): void {
  const place = places[0];
  if (!place) {
    isServing = false;
  } else if (performance.now() > end) {
    places.push(places.shift()!);
    setImmediate(serve);
  } else {
    if (!letGo(place)) places.shift()!.leave();
    afterPromises(goOn);
  }
}

/** Whether somebody waited. */
function letGo(place: Place): boolean {
  let release = place.next();
  const someone = release !== undefined;
  for (let left = together; release; release = --left > 0 ? place.next() : undefined) release();
  return someone;
}
