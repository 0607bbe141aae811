/** Description and maximum length of the title of a space. */
export const spaceTitle = { description: 'Name of a space.', maxLength: 50 };
