/** The `Idempotency-Key` of a request: a request with it is executed once, no matter how often it is sent. */
export interface RequestKey {
  /** SHA-256 of caller, method, path and key, which identifies the request. */
  readonly hash: string;
  /** Returns the SHA-256 of the rest of the request. The body must be read before the call. */
  requestHash(): string;
  /** Records that the response is that of an earlier request, which a header reports. */
  replay(): void;
  /**
   * Whether the response is that of an earlier request. Then no action has run and nothing was authorized, so the
   * response is read with the caller's rights.
   */
  readonly isReplayed: boolean;
}
