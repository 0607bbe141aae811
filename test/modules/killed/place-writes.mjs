// All writes of spaces and collections; see `writes.mjs`.

const levels = ['read', 'inherit', null];
const secret = 'a secret of writers, 32 bytes long';

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadPlaceWrites(load) {
  const { createSealer } = await load('platform/secrets/sealed');
  const sealer = createSealer({ current: secret, previous: null });
  const { createSpace, updateSpace } = await load('modules/content/space-lifecycle/actions');
  const { deleteSpace, restoreSpace } = await load('modules/content/space-lifecycle/deletion-actions');
  const { duplicateSpace } = await load('modules/content/space-lifecycle/duplicate-space');
  const { createCollection, updateCollection } = await load('modules/content/collections/actions');
  const { deleteCollection } = await load('modules/content/collections/deletion-actions');
  const { moveCollection, moveSpace } = await load('modules/content/collections/move-actions');
  const { transfer } = await load('modules/lifecycle/transfers/transfer-actions');
  const { createSite } = await load('modules/sites/site-lifecycle/actions');
  const { updateAdaptiveSchema } = await load('modules/sites/site-adaptive/actions');
  return {
    'creating a space': {
      event: 'createSpace',
      run: (actor, { organization, inner }) => createSpace(actor, { organization, parent: inner }),
    },
    'creating a computed space': {
      event: 'createSpace',
      run: (actor, { organization, collection }) => {
        const computedSource = {
          type: 'builtin:openapi',
          dependencies: { spec: { ref: { kind: 'openapi', spec: 'api' } } },
          props: { models: true },
        };
        return createSpace(actor, { organization, parent: collection, computedSource });
      },
    },
    'changing a space': {
      event: 'updateSpaceById',
      run: (actor, { space }, round) => updateSpace(actor, space, { defaultLevel: levels[round % 3] }),
    },
    'moving a space': {
      event: 'moveSpace',
      run: (actor, { space, inner, collection }, round) =>
        moveSpace(actor, { id: space, parent: [inner, collection, null][round % 3] }),
    },
    'duplicating a space': { event: 'duplicateSpace', run: (actor, { space }) => duplicateSpace(actor, space) },
    'deleting a space': {
      event: 'deleteSpaceById',
      async run(actor, { other }) {
        await restoreSpace(actor, other);
        await deleteSpace(actor, other);
      },
    },
    'restoring a space': {
      event: 'restoreSpace',
      async run(actor, { gone }) {
        await deleteSpace(actor, gone).catch(unlessGone);
        await restoreSpace(actor, gone);
      },
    },
    'transferring a space': {
      event: 'transferSpace',
      run: (actor, { organization, elsewhere, leaving: id }, round) =>
        transfer(actor, { kind: 'space', id, organization: round % 2 ? elsewhere : organization }),
    },
    'changing the adaptive schema of a site': {
      event: 'updateSiteAdaptiveSchema',
      async run(actor, { organization }) {
        const site = await createSite({ ...actor, sealer }, { organization });
        const schema = { type: 'object', properties: {}, additionalProperties: false };
        await updateAdaptiveSchema(actor, { organization, site }, schema);
      },
    },
    'creating a collection': {
      event: 'createCollection',
      run: (actor, { organization, inner }) => createCollection(actor, { organization, parent: inner }),
    },
    'changing a collection': {
      event: 'updateCollectionById',
      run: (actor, { collection }, round) => updateCollection(actor, collection, { defaultLevel: levels[round % 3] }),
    },
    'moving a collection': {
      event: 'moveCollection',
      run: (actor, { inner, collection }, round) =>
        moveCollection(actor, { id: inner, parent: round % 2 ? null : collection }),
    },
    'deleting a collection': {
      event: 'deleteCollectionById',
      async run(actor, { organization, inner }) {
        const doomed = await createCollection(actor, { organization, parent: inner });
        const nested = await createCollection(actor, { organization, parent: doomed });
        for (const parent of [doomed, nested]) await createSpace(actor, { organization, parent });
        await deleteCollection(actor, doomed);
      },
    },
  };
}

/** Ignores the error if another write has already deleted the object. */
function unlessGone(error) {
  if (error.code !== 'NOT_FOUND') throw error;
}
