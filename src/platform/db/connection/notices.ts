/** Tells of something by a short name, its topic, to whoever listens on the database. A notice may be lost, or come twice. */
export interface Notices {
  send(topic: string): void;
  /** Hears every topic until the function that it answers is called. */
  listen(heard: (topic: string) => void): () => void;
  close(): Promise<void>;
}

/** Notices within this process: all that there are on SQLite, where others are found by asking. */
export function localNotices(): Notices {
  const listeners = new Set<(topic: string) => void>();
  return {
    send(topic) {
      for (const heard of listeners) heard(topic);
    },
    listen(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    close: async () => listeners.clear(),
  };
}
