/** Generates the store's code if an input has changed since the last run; returns whether it did. */
export function generateStore(): boolean;
