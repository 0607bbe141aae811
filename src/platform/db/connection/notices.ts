/** Sends short names, called topics, to all listeners on the database. A notice may be lost, or arrive twice. */
export interface Notices {
  send(topic: string): void;
  /** Calls the listener for every topic. The returned function stops this. */
  listen(listener: (topic: string) => void): () => void;
  close(): Promise<void>;
}

/** Creates a notification channel for this process only. On SQLite, other processes find changes by polling. */
export function localNotices(): Notices {
  const listeners = new Set<(topic: string) => void>();
  return {
    send(topic) {
      for (const listener of listeners) listener(topic);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => listeners.clear(),
  };
}
