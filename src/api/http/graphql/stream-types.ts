/** Format of a stream of results. */
export interface StreamType {
  mediaType: string;
  /** Text before the first result. It is needed because browsers open a stream only when the first bytes arrive. */
  begin: string;
  /**
   * Text that is sent while there is no result, because proxies close idle connections. Readers ignore it. Null if the
   * format has none.
   */
  alive: string | null;
  /**
   * Returns the text before and after each result.
   * @param length length of the result in bytes
   * @param id number of the event that the result belongs to, or null
   */
  around: (length: number, id: number | null) => [string, string];
  end: string;
}

/** The stream formats, in order of preference. */
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
   * Milliseconds after which a connection is closed if its reader takes no bytes. The reader can request missed results
   * with `after`.
   */
  stall: number;
}

/** Time limits in production. */
export const streamPace: StreamPace = { quiet: 12_000, stall: 30_000 };
