/** Fields of a page in its manifest entry that are true or absent. */
export const flagFields = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

/** Fields of a page in its manifest entry that users set: texts and flags. */
export const storedFields = ['title', 'linkTitle', 'emoji', 'icon', 'description', ...flagFields, 'condition'] as const;
