/** Limits of the name of a space. */
export const spaceTitle = { description: 'Name of a space.', maxLength: 50 };
