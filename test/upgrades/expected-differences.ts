/** A difference between the answers of an earlier and of the present version that an upgrade must have. */
interface ExpectedDifference {
  /** Matches the place of the difference, as in `Difference.place`. */
  place: RegExp;
  earlier: RegExp;
  present: RegExp;
  reason: string;
}

/** Each difference must occur for at least one revision; values are compared as JSON. */
export const expectedDifferences: ExpectedDifference[] = [
  {
    place: /\.reactions\[\]\.emoji$/,
    earlier: /^"👍"$/,
    present: /^"1f44d"$/,
    reason: '/v1 names an emoji by its code points, and reactions were the exception.',
  },
  {
    place: /^spaces\..*\.emoji$/,
    earlier: /^"[0-9a-f-]+"$/,
    present: /^"\p{Extended_Pictographic}.*"$/u,
    reason: 'The graph has emoji as characters; the migration normalize_emoji rewrites them.',
  },
  {
    place: /\.permissions\.(createOpenAPISpec|ingestConversations)$/,
    earlier: /^false$/,
    present: /^true$/,
    reason: 'Specifications and conversations did not exist in 766a74c.',
  },
];
