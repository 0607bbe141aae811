/** An event that one caller waits for. It resets when the wait ends. */
export interface AutoResetEvent {
  /** Resolves once the event is set or closed; at once if it was set since the last wait. */
  wait(): Promise<void>;
  set(): void;
  /** Ends all waits, now and later. */
  close(): void;
  isClosed(): boolean;
}

/** Creates an event for one waiting caller. */
export function createAutoResetEvent(): AutoResetEvent {
  let isSet = false;
  let isClosed = false;
  let endWait: (() => void) | null = null;
  const set = (): void => {
    isSet = true;
    endWait?.();
    endWait = null;
  };
  return {
    async wait() {
      if (!isSet && !isClosed)
        await new Promise<void>((resolve) => {
          endWait = resolve;
        });
      isSet = false;
    },
    set,
    close() {
      isClosed = true;
      set();
    },
    isClosed: () => isClosed,
  };
}
