import type { Json } from '../../engine/base/types.js';
import { badInput } from '../../platform/base/errors.js';
import { newId } from '../../platform/base/ids.js';
import { jsonText } from '../../platform/db/query/json.js';
import { bufferDelete, bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import { checkDocument } from '../content/revisions/check-document.js';
import { findVisible } from '../shared/find-visible.js';
import { readTarget } from '../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { requirePlace } from './check-place.js';
import { lockExistingTranslation, lockTranslation, type TranslationName } from './lock-translation.js';

/** Fields of a new translation. */
export interface NewTranslation {
  organization: string;
  source: { space: string; language: string };
  language: string;
  /** Instructions for the provider; by default none. */
  instructions?: Json | undefined;
}

const noInstructions = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };

/**
 * Creates a translation of a space. It has no content until its first run.
 * @returns the id of the translation
 * @throws NOT_FOUND; FORBIDDEN, also if the viewer may not create content next to the source.
 * @throws BAD_USER_INPUT for a source that does not exist in the organization or that the viewer may not read.
 * @throws BAD_USER_INPUT for the language of the source, and for invalid instructions.
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
  const space = await findVisible(unit, 'Space', id);
  if (!space || space.organizationId !== organization || space.deletedAt !== null) {
    const rule = 'must be a space of the organization that you may read';
    throw badInput('source.space', `\`source.space\` ${rule} (got ${JSON.stringify(id)})`);
  }
  await requirePlace(unit, space);
}

/**
 * Replaces the instructions of a translation. The next run requests all texts again.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for an invalid document as instructions.
 */
export function updateTranslation(
  actor: Actor,
  { instructions, ...name }: TranslationName & { instructions: Json },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId } = await lockExistingTranslation(unit, name, 'translation.edit');
    await checkDocument('instructions', instructions);
    const set = { instructions: jsonText(instructions), updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Translation', where: { id }, set });
    unit.record({ organizationId, action: 'updateTranslation', targetId: id });
  });
}

/**
 * Deletes a translation. Its result space stays, and a run in progress writes nothing. Does nothing if the translation
 * does not exist.
 * @returns the id of the translation; null if it does not exist
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
