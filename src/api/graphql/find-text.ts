/**
 * Finds the text of a persisted document by its id, among the documents of one client or of all. Returns undefined if
 * there is none.
 */
export type FindText = (key: string, client: string | undefined) => Promise<string | undefined>;
