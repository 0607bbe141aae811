import { textScalar } from '../../api/graphql/schema/declare-scalars.js';

/** Scalar for the name of the icon of a page or section. */
export const Icon = textScalar('Icon', { description: 'Name of an icon.', maxLength: 50 });
