import { afterMicrotasks, sliceMs } from './event-loop.js';

/**
 * Resumes the work on the list items of one request in order, one time slice at a time. The queues of all requests
 * alternate, so that a long list does not block the event loop.
 */
export interface ResumeQueue {
  /** Increases the number of list items in the request. */
  count(items: number): void;
  /**
   * Reports whether the request has so many items that it must yield. Most requests have fewer, and then there is no
   * overhead.
   */
  isLong(): boolean;
  /** Resolves to the value after all work that was queued earlier has resumed. */
  wait<Value>(value: Value): Promise<Value>;
  /** Calls a function when the queue is empty; immediately if it is. */
  whenIdle(then: () => void): void;
}

/** Number of list items that a request may resolve without yielding. The most expensive items take 0.17 ms each. */
const itemsWithoutYielding = 150;

/** Creates the queue of a request. */
export function createResumeQueue(): ResumeQueue {
  let items = 0;
  let queue: Queue | undefined;
  return {
    count: (more) => {
      items += more;
    },
    isLong: () => items > itemsWithoutYielding,
    wait(value) {
      queue ??= createQueue();
      return queue.wait(value);
    },
    whenIdle: (then) => (queue ? queue.whenIdle(then) : then()),
  };
}

/** The waiting work of a queue. It is created on first use, because most requests never wait. */
type Queue = Pick<ResumeQueue, 'wait' | 'whenIdle'>;

function createQueue(): Queue {
  let waiting: (() => void)[] = [];
  // An index replaces `shift`, which would move thousands of entries.
  let resumed = 0;
  let callbacks: (() => void)[] = [];
  let isListed = false;
  const queue: WaitingQueue = {
    next: () => (resumed < waiting.length ? waiting[resumed++] : undefined),
    leave() {
      isListed = false;
      waiting = [];
      resumed = 0;
      const all = callbacks;
      callbacks = [];
      for (const then of all) then();
    },
  };
  return {
    wait: (value) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(value));
        if (!isListed) schedule(queue);
        isListed = true;
      }),
    whenIdle: (then) => (isListed ? void callbacks.push(then) : then()),
  };
}

/** A queue that has work, in the form that the scheduler needs. */
interface WaitingQueue {
  next(): (() => void) | undefined;
  leave(): void;
}

/** Queues that have work. Each time slice begins with the next queue, so that no request blocks all others. */
const waitingQueues: WaitingQueue[] = [];
let isServing = false;
let end = 0;

function schedule(queue: WaitingQueue): void {
  waitingQueues.push(queue);
  if (isServing) return;
  isServing = true;
  setImmediate(serve);
}

function serve(): void {
  end = performance.now() + sliceMs;
  resumeSome();
}

/**
 * Number of promises to resume before the clock is read again. The work after each takes a fraction of a millisecond.
 */
const batchSize = 5;

/** Resumes a batch of promises. Continues after the microtasks that they have caused. */
function resumeSome(): void {
  const queue = waitingQueues[0];
  if (!queue) {
    isServing = false;
  } else if (performance.now() > end) {
    waitingQueues.push(waitingQueues.shift()!);
    setImmediate(serve);
  } else {
    if (!resumeBatch(queue)) waitingQueues.shift()!.leave();
    afterMicrotasks(resumeSome);
  }
}

/** Resumes a batch of a queue. Returns false if the queue was empty. */
function resumeBatch(queue: WaitingQueue): boolean {
  let release = queue.next();
  const hadWork = release !== undefined;
  for (let left = batchSize; release; release = --left > 0 ? queue.next() : undefined) release();
  return hadWork;
}
