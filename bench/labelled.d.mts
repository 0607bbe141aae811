/** Names of the labelled message sets, which are optional test data. */
export const labelledSets: string[];
/** Returns the messages of a set, shuffled with a seed or in the order of the file; null if there is no such set. */
export function readLabelled(name: string, seed?: number): { text: string; label: string }[] | null;
