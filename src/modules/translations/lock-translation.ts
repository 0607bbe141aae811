import type { OrganizationAction } from '../../access/actions.js';
import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Act } from '../shared/act.js';
import { readTarget } from '../shared/targets.js';

/** A translation of an organization, as its address names it. */
export interface TranslationName {
  organization: string;
  translation: string;
}

type Translation = Row<'Translation'>;

/** Locks a translation that is changed; null where the organization has none of that id. @throws NOT_FOUND for the organization; FORBIDDEN */
export async function lockTranslation(
  under: Act,
  { organization, translation }: TranslationName,
  action: OrganizationAction,
): Promise<Translation | null> {
  await readTarget(under, 'Organization', organization, action);
  const found = await lockRow(under, translation);
  return found?.organizationId === organization ? found : null;
}

/** The same for one that must be there. @throws NOT_FOUND, FORBIDDEN */
export async function lockPresent(under: Act, name: TranslationName, action: OrganizationAction): Promise<Translation> {
  const found = await lockTranslation(under, name, action);
  if (found) return found;
  throw new AppError('NOT_FOUND', `No translation with the id ${JSON.stringify(name.translation)}`);
}

/** Locks a translation by its id; null where it is no more. */
export async function lockRow({ tx }: Pick<Act, 'tx'>, id: string): Promise<Translation | null> {
  await tx.lock('Translation', id);
  const row = await tx.read.first(tx.read.sql.selectFrom('Translation').selectAll().where('id', '=', id));
  return row ?? null;
}
