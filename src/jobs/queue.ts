/** What tells the crew of a process when there is work. */
export interface Queue {
  /** Tells it nothing more. */
  close(): Promise<void>;
}

/** How a queue works. */
export interface QueueOptions {
  /** Jobs that one process works on at once. */
  concurrency: number;
  /** Milliseconds between two looks for what nobody told of. */
  poll: number;
  /** Hears of what went wrong. */
  onError(error: unknown): void;
}
