import { AppError } from '../../errors.js';
import type { CallRule } from './call-rule.js';

/** Refuses mutations of calls that only read: GETs are sent by browsers unasked, for a link or an image. */
export const postForMutations: CallRule = ({ operation }, { params }) =>
  params?.readsOnly && operation.operation === 'mutation'
    ? [new AppError('METHOD_NOT_ALLOWED', 'A mutation must be sent by POST (got GET)')]
    : undefined;
