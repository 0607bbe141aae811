/** Joins names with commas. Names after the first `maximum` are only counted. */
export function listNames(names: readonly string[], maximum = 5): string {
  const more = names.length - maximum;
  return more > 0 ? `${names.slice(0, maximum).join(', ')} and ${more} more` : names.join(', ');
}
