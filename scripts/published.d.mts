/** The part of a lock file that tests read. */
export interface Lock {
  packages: Record<
    string,
    { version?: string; resolved?: string; dev?: boolean; devOptional?: boolean; license?: string }
  >;
}

/** Packages that are installed with the program. It bundles the code of all others. */
export const installed: readonly string[];

/** Returns package.json as it is published. */
export function manifest(): { dependencies: Record<string, string> };

/** Returns the lock of the packages that are installed with the program. */
export function shrinkwrap(): Lock;
