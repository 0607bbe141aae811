import { textScalar } from '../../api/graphql/schema/declare-scalars.js';

/** Icon of a page or a section, by its name. */
export const Icon = textScalar('Icon', { description: 'Name of an icon.', maxLength: 50 });
