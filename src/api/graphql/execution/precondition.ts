/**
 * Precondition of a request, from the header `If-Match`: the object to change must be at one of the listed revisions.
 */
export interface Precondition {
  /** Value of the header, for error messages. */
  readonly ifMatch: string;
  /** Reports whether the precondition lists a revision. */
  allows(revisionId: string): boolean;
}
