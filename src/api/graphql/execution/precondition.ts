/** What a request takes for granted of what it changes, by its `If-Match`: one of some revisions. */
export interface Precondition {
  /** The header, for a refusal. */
  readonly ifMatch: string;
  /** Whether a revision is one of them. */
  allows(revisionId: string): boolean;
}
