/** The sets of labelled messages that may lie beside the project. */
export const labelledSets: string[];
/** The messages of a set, in an order drawn by a seed, or that of the file; null where it is absent. */
export function readLabelled(name: string, seed?: number): { text: string; label: string }[] | null;
