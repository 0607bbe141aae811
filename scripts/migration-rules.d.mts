/** Returns the changes of a migration that are incompatible with the release before it; see docs/upgrading.md. */
export function findContractions(
  provider: 'sqlite' | 'postgresql',
  script: string,
  before?: readonly string[],
): string[];
