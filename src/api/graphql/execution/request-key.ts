/** The `Idempotency-Key` of a request: with it the request is done once, however often it is sent. */
export interface RequestKey {
  /** SHA-256 of caller, method, path and key: what the request is known by. */
  readonly hash: string;
  /** SHA-256 of what else the request says; the body is there when this is called. */
  requestHash(): string;
  /** Says that the answer is that of an earlier request, which the client is told. */
  replay(): void;
  /** Whether it is. Then nothing was done, hence nothing was authorized: what is answered is read with the caller's rights. */
  readonly isReplayed: boolean;
}
