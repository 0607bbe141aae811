/** The `Idempotency-Key` of a request. The server executes requests with the same key only once. */
export interface RequestKey {
  /** SHA-256 of caller, method, path and key, which identifies the request. */
  readonly hash: string;
  /** Returns the SHA-256 of the request's address and body. The body must have been read. */
  requestHash(): string;
  /** Records that the response repeats that of an earlier request; a header reports this. */
  replay(): void;
  /**
   * Whether the response repeats that of an earlier request. In this case no action has run and authorized the caller,
   * so the response is read with the caller's rights.
   */
  readonly isReplayed: boolean;
}
