/** A gate at which one caller waits until it is opened or closed. */
export interface AutoResetEvent {
  /** Resolves once the gate has been opened since the last wait, or is closed. */
  wait(): Promise<void>;
  open(): void;
  close(): void;
  isClosed(): boolean;
}

/** Creates a gate for one waiting caller. */
export function createAutoResetEvent(): AutoResetEvent {
  let isOpen = false;
  let isClosed = false;
  let pass: (() => void) | null = null;
  const open = (): void => {
    isOpen = true;
    pass?.();
    pass = null;
  };
  return {
    async wait() {
      if (!isOpen && !isClosed)
        await new Promise<void>((resolve) => {
          pass = resolve;
        });
      isOpen = false;
    },
    open,
    close() {
      isClosed = true;
      open();
    },
    isClosed: () => isClosed,
  };
}
