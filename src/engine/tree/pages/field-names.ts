/** Boolean fields of a page in the manifest; each is true or absent. */
export const flagFields = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

/** Fields of a page in the manifest that users can set: texts and flags. */
export const storedFields = ['title', 'linkTitle', 'emoji', 'icon', 'description', ...flagFields, 'condition'] as const;
