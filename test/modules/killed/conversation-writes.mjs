// All writes of conversations; see `writes.mjs`.

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadConversationWrites(load) {
  const { deleteConversation, ingestConversations } = await load('modules/conversations/actions');
  const changeRequests = await load('modules/review/change-requests/actions');
  const { analyse } = await load('modules/conversations/analyse');

  // A killed round is repeated, and its rows still exist. Each attempt therefore needs new ids.
  let count = 0;
  const newConversations = (round) =>
    ['The card has not arrived', 'The card has not arrived!', 'How do I change my PIN?'].map((body) => ({
      id: `round-${round}-${process.pid}-${count++}`,
      parts: [{ type: 'message', role: 'user', body }],
    }));
  const ingested = async (actor, { organization }, round) => {
    const conversations = newConversations(round);
    await ingestConversations(actor, { organization, conversations });
    return conversations.map(({ id }) => id);
  };
  const run = { id: 'job_of_a_kill', progress: async () => {}, signal: new AbortController().signal };
  const analysed = (actor, { organization }) => analyse({ store: actor.store, ai: null }, organization, run);

  return {
    'ingesting conversations': { event: 'ingestConversation', run: ingested },
    'replacing conversations': {
      event: 'ingestConversation',
      run: async (actor, scene, round) => {
        const conversations = newConversations(round).map((one, index) => ({ ...one, id: `replaced-${index}` }));
        await ingestConversations(actor, { organization: scene.organization, conversations });
      },
    },
    'deleting a conversation': {
      event: 'deleteConversation',
      run: async (actor, scene, round) => {
        const [externalId] = await ingested(actor, scene, round);
        await deleteConversation(actor, { organization: scene.organization, externalId });
      },
    },
    'analysing conversations': {
      event: null,
      run: async (actor, scene, round) => {
        await ingested(actor, scene, round);
        await analysed(actor, scene);
      },
    },
    'opening a change request for a cluster': {
      event: 'createChangeRequest',
      run: async (actor, scene, round) => {
        await ingested(actor, scene, round);
        await analysed(actor, scene);
        const { read } = actor.store;
        const clusters = read.sql.selectFrom('ConversationsIssuesCluster').select('id');
        const cluster = await read.first(clusters.where('organizationId', '=', scene.organization));
        await changeRequests.createChangeRequest(actor, {
          space: scene.space,
          subject: `Round ${round}`,
          conversationsIssuesCluster: cluster.id,
        });
      },
    },
  };
}
