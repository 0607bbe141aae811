/** Returns the faults of a commit message; empty if there are none. */
export function messageFaults(message: string): string[];
