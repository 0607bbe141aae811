/** Generates the store's code where an input has changed since the last time; answers whether it did. */
export function generateStore(): boolean;
