/** Returns what a migration does that a release before it cannot stand; see docs/upgrading.md. */
export function findContractions(
  provider: 'sqlite' | 'postgresql',
  script: string,
  before?: readonly string[],
): string[];
