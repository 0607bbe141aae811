import type { OrganizationAction } from '../../access/required-roles.js';
import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { readTarget } from '../shared/targets.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Ids that identify a translation in its address. */
export interface TranslationName {
  organization: string;
  translation: string;
}

type Translation = Row<'Translation'>;

/**
 * Locks and returns a translation, or returns null if the organization has none with that id.
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export async function lockTranslation(
  unit: UnitOfWork,
  { organization, translation }: TranslationName,
  action: OrganizationAction,
): Promise<Translation | null> {
  await readTarget(unit, 'Organization', organization, action);
  const found = await lockRow(unit, translation);
  return found?.organizationId === organization ? found : null;
}

/**
 * Locks an existing translation.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockExistingTranslation(
  unit: UnitOfWork,
  name: TranslationName,
  action: OrganizationAction,
): Promise<Translation> {
  const found = await lockTranslation(unit, name, action);
  if (found) return found;
  throw new AppError('NOT_FOUND', `No translation with the id ${JSON.stringify(name.translation)}`);
}

/** Locks and returns a translation by its id, or returns null if it no longer exists. */
export async function lockRow({ tx }: Pick<UnitOfWork, 'tx'>, id: string): Promise<Translation | null> {
  await tx.lock('Translation', id);
  const row = await tx.read.first(tx.read.sql.selectFrom('Translation').selectAll().where('id', '=', id));
  return row ?? null;
}
