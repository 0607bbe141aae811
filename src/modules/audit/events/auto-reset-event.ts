/** An event that one caller waits for. It resets when the wait ends. */
export interface AutoResetEvent {
  /** Resolves when the event is set or closed. Resolves at once if the event was set since the last wait. */
  wait(): Promise<void>;
  set(): void;
  /** Ends the current wait. Later waits end at once. */
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
