/** Returns what is wrong with a commit message; empty if nothing is. */
export function messageFaults(message: string): string[];
