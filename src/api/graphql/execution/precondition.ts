/** Precondition of a request on the object that it changes, from `If-Match`: one of several revisions. */
export interface Precondition {
  /** The header, for error messages. */
  readonly ifMatch: string;
  /** Reports whether a revision is one of them. */
  allows(revisionId: string): boolean;
}
