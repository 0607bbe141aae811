/** Where one waits until another lets it go on. */
export interface Gate {
  /** Resolves once the gate has been opened since the last wait, or is closed for good. */
  wait(): Promise<void>;
  open(): void;
  close(): void;
  isClosed(): boolean;
}

/** Makes a gate for one who waits. */
export function createGate(): Gate {
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
