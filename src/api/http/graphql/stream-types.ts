/** How results are written one after the other. */
export interface StreamType {
  mediaType: string;
  /** What comes before the first result; browsers do not tell of a stream until something of it is there. */
  begin: string;
  /** What is sent now and then while there is no result, which readers pass over: proxies end connections that are still. */
  alive: string | null;
  /** Text before and after each result. @param length bytes of the result @param id number of the event that it shows, or null */
  around: (length: number, id: number | null) => [string, string];
  end: string;
}

/** The kinds of stream, the preferred one first. */
export const streamTypes: readonly StreamType[] = [
  {
    mediaType: 'text/event-stream',
    begin: ':\n\n',
    alive: ':\n\n',
    around: (_length, id) => [`event: next\n${id === null ? '' : `id: ${id}\n`}data: `, '\n\n'],
    end: 'event: complete\ndata:\n\n',
  },
  {
    mediaType: 'multipart/mixed',
    begin: '\r\n---',
    alive: null,
    around: (length) => [
      `\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n`,
      '\r\n---',
    ],
    end: '--\r\n',
  },
];

/** How long streams are still, and how long their readers may be. */
export interface StreamPace {
  /** Milliseconds of silence after which a sign of life is sent. */
  quiet: number;
  /** Milliseconds that a reader may take for what is on its way to it; what it misses it can ask for (`after`). */
  stall: number;
}

/** The pace that is served with. */
export const streamPace: StreamPace = { quiet: 12_000, stall: 30_000 };
