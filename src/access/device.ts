/** The browser in which a person signs in. */
export interface Device {
  /** IP address. */
  address: string;
  /** Header `User-Agent`, at most 255 characters; null if the browser sends none. */
  userAgent: string | null;
  /** Secret of the session that the browser had before; this sign-in ends that session. Undefined if it had none. */
  formerSecret: string | undefined;
}
