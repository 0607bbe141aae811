/** Boolean fields of a page in the manifest. If a field is not true, it is absent. */
export const flagFields = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

/** Fields of a page in the manifest that users can set. */
export const storedFields = ['title', 'linkTitle', 'emoji', 'icon', 'description', ...flagFields, 'condition'] as const;
