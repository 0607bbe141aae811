import type { Resolution } from '../../../engine/change/merge/resolution.js';
import type { KeptDecision } from '../../../engine/change/merge/resolve.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A resolution, and who decided it when. */
export interface KeptResolution extends Resolution {
  resolvedById: string;
  resolvedAt: string;
}

/** The resolutions of a change request by the ids of their conflicts, of which some may have moved since. */
export async function readResolutions(queries: Queries, changeRequestId: string): Promise<Map<string, KeptResolution>> {
  const query = queries.sql.selectFrom('ConflictResolution').selectAll().where('changeRequestId', '=', changeRequestId);
  return resolutionsIn(await queries.all(query));
}

/** Rows as a merge takes them. */
export function resolutionsIn(rows: readonly Row<'ConflictResolution'>[]): Map<string, KeptResolution> {
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

/** Keeps decisions in place of what was decided of the same before. */
export async function keepResolutions(
  { tx, actorId, at }: UnitOfWork,
  { id: changeRequestId, organizationId }: Row<'ChangeRequest'>,
  decisions: readonly KeptDecision[],
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

/** Forgets them all: what they settled is written. */
export function forgetResolutions({ tx }: UnitOfWork, { id }: Row<'ChangeRequest'>): void {
  bufferDelete(tx, { table: 'ConflictResolution', where: { changeRequestId: id } });
}
