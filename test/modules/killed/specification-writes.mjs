// Every write of OpenAPI specifications; see `writes.mjs`.

/** The writes by name, as `loadWrites` has them. */
export async function loadSpecificationWrites(load) {
  const actions = await load('modules/specifications/actions');

  // A round that was killed is begun anew, beside what the one before has left.
  let count = 0;
  const fetched = (organization, round) => ({
    organization,
    slug: `round-${round}-${process.pid}-${count++}`,
    source: { url: `https://specs.killed.test/${round}` },
  });
  const made = async (actor, { organization }, round) => {
    const given = fetched(organization, round);
    await actions.createSpecification(actor, given);
    return given;
  };

  return {
    'registering a specification': { event: 'createOpenAPISpec', run: made },
    'giving a specification another source': {
      event: 'createOrUpdateOpenAPISpecBySlug',
      run: async (actor, scene, round) =>
        actions.createOrReplaceSpecification(actor, {
          ...(await made(actor, scene, round)),
          source: { text: `openapi: ${round}` },
        }),
    },
    'making a specification public': {
      event: 'updateOpenAPISpecBySlug',
      run: async (actor, scene, round) =>
        actions.updateSpecification(actor, { ...(await made(actor, scene, round)), visibility: 'public' }),
    },
    'fetching a specification again': {
      event: 'refreshOpenAPISpec',
      run: async (actor, scene, round) => actions.refreshSpecification(actor, await made(actor, scene, round)),
    },
    'deleting a specification': {
      event: 'deleteOpenAPISpecBySlug',
      run: async (actor, scene, round) => actions.deleteSpecification(actor, await made(actor, scene, round)),
    },
  };
}
