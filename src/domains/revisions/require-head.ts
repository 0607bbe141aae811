import { AppError } from '../../errors.js';
import type { Row } from '../../store/rows.js';

/** Refuses a write of a caller who knows another head of the space than it has. @throws CONFLICT; `head` absent: any will do. */
export function requireHead({ id, revisionId }: Row<'Space'>, head?: string | null): void {
  if (head == null || head === revisionId) return;
  throw new AppError('CONFLICT', `The head of the space ${id} must be ${head}, it is ${revisionId}`);
}
