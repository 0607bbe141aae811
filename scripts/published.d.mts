/** A lock file, as far as tests look. */
export interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; dev?: boolean; devOptional?: boolean; license?: string }
  >;
}

/** Packages that are installed with the program; it holds the code of all others. */
export const installed: readonly string[];

/** package.json as it is published. */
export function manifest(): { dependencies: Record<string, string> };

/** The lock of what is installed with the program. */
export function shrinkwrap(): Lock;
