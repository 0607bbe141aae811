/** Format of a sequence of results. */
export interface StreamType {
  mediaType: string;
  /** Text before the first result; browsers report a stream only after its first bytes. */
  begin: string;
  /**
   * Keep-alive that is sent while there is no result, because proxies end idle connections. Readers ignore it; null if
   * the format has none.
   */
  alive: string | null;
  /**
   * Returns the text before and after each result.
   * @param length bytes of the result
   * @param id number of the event that it shows, or null
   */
  around: (length: number, id: number | null) => [string, string];
  end: string;
}

/** The kinds of stream, in order of preference. */
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

/** Time limits of streams and of their readers. */
export interface StreamPace {
  /** Milliseconds without bytes after which a keep-alive is sent. */
  quiet: number;
  /**
   * Milliseconds that a reader may take to receive the bytes that were sent. It can request missed results with
   * `after`.
   */
  stall: number;
}

/** The time limits of a running server. */
export const streamPace: StreamPace = { quiet: 12_000, stall: 30_000 };
