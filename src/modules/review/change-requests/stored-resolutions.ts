import type { Resolution } from '../../../engine/change/merge/resolution.js';
import type { StoredDecision } from '../../../engine/change/merge/resolve.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A resolution of a conflict, with the user who decided and the time. */
export interface StoredResolution extends Resolution {
  resolvedById: string;
  resolvedAt: string;
}

/**
 * Returns the resolutions of a change request, by the id of the conflict. Some of the conflicts may no longer exist.
 */
export async function readResolutions(
  queries: Queries,
  changeRequestId: string,
): Promise<Map<string, StoredResolution>> {
  const query = queries.sql.selectFrom('ConflictResolution').selectAll().where('changeRequestId', '=', changeRequestId);
  return resolutionsIn(await queries.all(query));
}

/** Converts rows to resolutions by the id of the conflict. */
export function resolutionsIn(rows: readonly Row<'ConflictResolution'>[]): Map<string, StoredResolution> {
  return new Map(
    rows.map(({ conflictId, choice, value, resolvedById, resolvedAt }) => [
      conflictId,
      {
        choice: choice as Resolution['choice'],
        ...(value !== null && { value: JSON.parse(value) }),
        resolvedById,
        resolvedAt,
      },
    ]),
  );
}

/**
 * Stores decisions. They replace earlier decisions on the same conflicts. A decision on a whole text also replaces
 * those on its parts.
 */
export async function storeResolutions(
  { tx, actorId, at }: UnitOfWork,
  { id: changeRequestId, organizationId }: Row<'ChangeRequest'>,
  decisions: readonly StoredDecision[],
): Promise<void> {
  const conflictId = { in: decisions.map(({ id }) => id) };
  const subject = { in: decisions.filter(({ isPart }) => !isPart).map((decision) => decision.subject) };
  await tx.prisma.conflictResolution.deleteMany({ where: { changeRequestId, OR: [{ conflictId }, { subject }] } });
  await tx.prisma.conflictResolution.createMany({
    data: decisions.map(({ id, subject: about, choice, value }) => ({
      organizationId,
      changeRequestId,
      conflictId: id,
      subject: about,
      choice,
      value: choice === 'value' ? JSON.stringify(value) : null,
      resolvedById: actorId,
      resolvedAt: at,
    })),
  });
}

/** Deletes all resolutions of a change request, because a revision now contains their results. */
export function deleteResolutions({ tx }: UnitOfWork, { id }: Row<'ChangeRequest'>): void {
  bufferDelete(tx, { table: 'ConflictResolution', where: { changeRequestId: id } });
}
