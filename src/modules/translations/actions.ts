import type { Json } from '../../engine/base/types.js';
import { badInput } from '../../platform/base/errors.js';
import { newId } from '../../platform/base/ids.js';
import { jsonText } from '../../platform/db/query/json.js';
import { bufferDelete, bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import { checkDocument } from '../content/revisions/check-document.js';
import { findSeen } from '../shared/find-seen.js';
import { readTarget } from '../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { requirePlace } from './judge-source.js';
import { lockPresent, lockTranslation, type TranslationName } from './lock-translation.js';

/** What a translation is created with. */
export interface NewTranslation {
  organization: string;
  source: { space: string; language: string };
  language: string;
  /** What the provider is told; default: nothing. */
  instructions?: Json | undefined;
}

const noInstructions = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };

/**
 * Creates a translation of a space. Nothing is translated before it is run.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN, also for who may not create beside the source; BAD_USER_INPUT for a source that the organization does
 * not have or the viewer may not read, for a language that it is in already, and for instructions that no page could have.
 */
export function createTranslation(actor: Actor, given: NewTranslation): Promise<string> {
  const { organization, source, language, instructions = noInstructions } = given;
  if (source.language === language)
    throw badInput('language', `\`language\` must differ from that of the source (got ${language})`);
  return runAction(actor, async (unit) => {
    await readTarget(unit, 'Organization', organization, 'translation.edit');
    await requireSource(unit, organization, source.space);
    await checkDocument('instructions', instructions);
    const id = newId('Translation');
    const row = {
      id,
      organizationId: organization,
      sourceSpaceId: source.space,
      sourceLanguage: source.language,
      language,
      instructions: jsonText(instructions),
      status: 'pending',
      createdAt: unit.at,
      updatedAt: unit.at,
    };
    bufferInsert(unit.tx, { table: 'Translation', rows: [row] });
    const changes = { space: source.space, language };
    unit.record({ organizationId: organization, action: 'createTranslation', targetId: id, changes });
    return id;
  });
}

async function requireSource(unit: UnitOfWork, organization: string, id: string): Promise<void> {
  const space = await findSeen(unit, 'Space', id);
  if (!space || space.organizationId !== organization || space.deletedAt !== null) {
    const rule = 'must be a space of the organization that you may read';
    throw badInput('source.space', `\`source.space\` ${rule} (got ${JSON.stringify(id)})`);
  }
  await requirePlace(unit, space);
}

/**
 * Gives a translation other instructions: the next run asks for all texts anew.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for instructions that no page could have.
 */
export function updateTranslation(
  actor: Actor,
  { instructions, ...name }: TranslationName & { instructions: Json },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId } = await lockPresent(unit, name, 'translation.edit');
    await checkDocument('instructions', instructions);
    const set = { instructions: jsonText(instructions), updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Translation', where: { id }, set });
    unit.record({ organizationId, action: 'updateTranslation', targetId: id });
  });
}

/**
 * Deletes a translation; the space that it came to stays as it is, and a run under way comes to nothing. One that is not there is
 * passed over.
 * @returns its id; null where there was none
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export function deleteTranslation(actor: Actor, name: TranslationName): Promise<{ deletedId: string | null }> {
  return runAction(actor, async (unit) => {
    const there = await lockTranslation(unit, name, 'translation.edit');
    if (!there) return { deletedId: null };
    const { id, organizationId, sourceSpaceId, language } = there;
    bufferDelete(unit.tx, { table: 'TranslatedPage', where: { translationId: id } });
    bufferDelete(unit.tx, { table: 'Translation', where: { id } });
    const changes = { space: sourceSpaceId, language };
    unit.record({ organizationId, action: 'deleteTranslation', targetId: id, changes });
    return { deletedId: id };
  });
}
