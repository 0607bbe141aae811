/** A lock file, as far as tests look. */
export interface Lock {
  packages: Record<string, { version?: string; resolved?: string; dev?: boolean }>;
}

/** The lock of what is installed with the package: package-lock.json without the packages for development. */
export function shrinkwrap(): Lock;
