/** The browser in which a person signs in. */
export interface Device {
  /** IP address. */
  address: string;
  /** Header `User-Agent`, at most 255 characters; null if the browser sends none. */
  userAgent: string | null;
  /** Secret of the session that the browser has until now; undefined if it has none. */
  formerSecret: string | undefined;
}
