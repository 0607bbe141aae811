/** Compiles the store to dist/ and nothing else. */
export function compileStore(): void;
