// All writes of translations and glossaries; see `writes.mjs`.

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadTranslationWrites(load) {
  const actions = await load('modules/translations/actions');
  const { runTranslation } = await load('modules/translations/run-actions');
  const { updateGlossary } = await load('modules/translations/glossary/actions');

  const createTranslation = async (actor, { organization, space }) => {
    const given = { organization, source: { space, language: 'en' }, language: 'fr' };
    return { organization, translation: await actions.createTranslation(actor, given) };
  };
  const instructions = (round) => ({ object: 'document', data: { schemaVersion: 1, round }, nodes: [] });

  return {
    'creating a translation': { event: 'createTranslation', run: createTranslation },
    'changing the instructions of a translation': {
      event: 'updateTranslation',
      run: async (actor, scene, round) =>
        actions.updateTranslation(actor, {
          ...(await createTranslation(actor, scene)),
          instructions: instructions(round),
        }),
    },
    'requesting a run of a translation': {
      event: 'runTranslation',
      run: async (actor, scene) => runTranslation(actor, await createTranslation(actor, scene)),
    },
    'deleting a translation': {
      event: 'deleteTranslation',
      run: async (actor, scene) => actions.deleteTranslation(actor, await createTranslation(actor, scene)),
    },
    'changing a glossary': {
      event: 'updateGlossaryEntries',
      run: async (actor, { organization }, round) =>
        updateGlossary(actor, { organization, operations: [{ insert: { translations: { en: `term ${round}` } } }] }),
    },
  };
}
