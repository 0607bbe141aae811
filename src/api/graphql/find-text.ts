/** Finds the text of a persisted document by its id, of one client or of any. Undefined if there is none. */
export type FindText = (key: string, client: string | undefined) => Promise<string | undefined>;
