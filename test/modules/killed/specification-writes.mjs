// All writes of OpenAPI specifications; see `writes.mjs`.

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadSpecificationWrites(load) {
  const actions = await load('modules/specifications/actions');

  // A killed round is repeated, and its rows still exist. Each attempt therefore needs a new slug.
  let count = 0;
  const fetched = (organization, round) => ({
    organization,
    slug: `round-${round}-${process.pid}-${count++}`,
    source: { url: `https://specs.killed.test/${round}` },
  });
  const createSpecification = async (actor, { organization }, round) => {
    const given = fetched(organization, round);
    await actions.createSpecification(actor, given);
    return given;
  };

  return {
    'registering a specification': { event: 'createOpenAPISpec', run: createSpecification },
    'changing the source of a specification': {
      event: 'createOrUpdateOpenAPISpecBySlug',
      run: async (actor, scene, round) =>
        actions.createOrReplaceSpecification(actor, {
          ...(await createSpecification(actor, scene, round)),
          source: { text: `openapi: ${round}` },
        }),
    },
    'making a specification public': {
      event: 'updateOpenAPISpecBySlug',
      run: async (actor, scene, round) =>
        actions.updateSpecification(actor, {
          ...(await createSpecification(actor, scene, round)),
          visibility: 'public',
        }),
    },
    'fetching a specification again': {
      event: 'refreshOpenAPISpec',
      run: async (actor, scene, round) =>
        actions.refreshSpecification(actor, await createSpecification(actor, scene, round)),
    },
    'deleting a specification': {
      event: 'deleteOpenAPISpecBySlug',
      run: async (actor, scene, round) =>
        actions.deleteSpecification(actor, await createSpecification(actor, scene, round)),
    },
  };
}
