import { documentedEnum } from '../../graphql/enums.js';

/** Directions of lists that run either way. */
export const OrderDirection = documentedEnum('OrderDirection', 'Direction of a list.', {
  asc: 'The oldest first.',
  desc: 'The newest first.',
});
