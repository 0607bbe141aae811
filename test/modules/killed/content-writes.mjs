// All writes of the content of a space, and of data derived from it; see `writes.mjs`.
import { bytesOf, folder } from './folder.mjs';

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadContentWrites(load) {
  const { createChangeRequest, updateChangeRequestFields } = await load('modules/review/change-requests/actions');
  const { updateContent } = await load('modules/review/change-requests/content-actions');
  const { mergeChangeRequest, updateFromSpace } = await load('modules/review/change-requests/merge-actions');
  const { resolveConflicts } = await load('modules/review/change-requests/resolve-actions');
  const { conflictId } = await load('engine/change/merge/resolution');
  const { importIntoSpace } = await load('modules/content/folders/import-actions');
  const { submitReview } = await load('modules/review/reviews/actions');
  const { removeRequestedReviewer, requestReviewers } = await load('modules/review/reviews/request-actions');
  const { revertTo } = await load('modules/review/history/revert-actions');
  const { applyTemplateToSpace } = await load('modules/review/templates/actions');
  const { createSpaceFromTemplate } = await load('modules/content/space-lifecycle/from-template-actions');
  const { createChangeRequestFromTemplate } = await load('modules/review/change-requests/from-template-actions');
  const { rebuildLinks } = await load('modules/links/rebuild');
  const { rebuildSearch } = await load('modules/content/search/rebuild');
  const { storePdf } = await load('modules/pdf/pdf-store');

  const standing = ({ space, changeRequest }) => ({ space, changeRequest });
  const insertPage = (title) => ({ insertPage: { title, document: { markdown: `[one](one.md) ${title}\n` } } });
  const image = (round) => ({ name: `image-${round}.png`, bytes: bytesOf('the same bytes'), contentType: 'image/png' });

  return {
    'opening a change request': {
      event: 'createChangeRequest',
      run: (actor, { space }) => createChangeRequest(actor, { space }),
    },
    'changing a change request': {
      event: 'updateChangeRequestById',
      run: (actor, scene, round) => updateChangeRequestFields(actor, standing(scene), { subject: `Round ${round}` }),
    },
    'editing pages': {
      event: 'updateChangeRequestContent',
      run: (actor, scene, round) => {
        const updatePage = { page: scene.page, document: { markdown: `# One\n\nEdited in round ${round}.\n` } };
        return updateContent(actor, standing(scene), [insertPage(`Edit ${round}`), { updatePage }]);
      },
    },
    // The computation is long. The transaction is therefore abandoned before the computation and starts again after it.
    'editing a large page': {
      event: 'updateChangeRequestContent',
      run: (actor, scene, round) => {
        const markdown = `# Round ${round}\n\n${'Much to read, and [one](one.md) link.\n\n'.repeat(2000)}`;
        return updateContent(actor, standing(scene), [
          { insertPage: { title: `Large ${round}`, document: { markdown } } },
        ]);
      },
    },
    'merging a large page': {
      event: 'mergeChangeRequest',
      async run(actor, { space }, round) {
        const name = { space, changeRequest: await createChangeRequest(actor, { space, subject: `${round}` }) };
        const markdown = `# Round ${round}\n\n${'Much to find, and [one](one.md) link.\n\n'.repeat(2000)}`;
        await updateContent(actor, name, [{ insertPage: { title: `Merged ${round}`, document: { markdown } } }]);
        await mergeChangeRequest(actor, name);
      },
    },
    'uploading files': {
      event: 'updateChangeRequestContent',
      run: (actor, scene, round) =>
        updateContent(actor, standing(scene), [{ insertFiles: { files: [image(round), image(`${round}-too`)] } }]),
    },
    'setting variables': {
      event: 'updateChangeRequestContent',
      run: (actor, scene, round) => updateContent(actor, standing(scene), [{ setVariables: { round } }]),
    },
    'updating a change request from its space': {
      event: 'updateChangeRequest',
      async run(actor, scene, round) {
        await importIntoSpace(actor, { ...scene, entries: folder(round + 1) });
        await updateFromSpace(actor, standing(scene));
      },
    },
    'reviewing a change request': {
      event: 'submitChangeRequestReview',
      run: (actor, scene, round) =>
        submitReview(actor, standing(scene), { status: 'approved', comment: { markdown: `Round ${round}` } }),
    },
    'requesting a review': {
      event: 'requestReviewersForChangeRequest',
      run: (actor, scene) => requestReviewers(actor, standing(scene), { users: [scene.reviewer] }),
    },
    'removing a requested reviewer': {
      event: 'removeRequestedReviewerFromChangeRequest',
      async run(actor, scene) {
        await requestReviewers(actor, standing(scene), { users: [scene.reviewer] });
        await removeRequestedReviewer(actor, standing(scene), scene.reviewer);
      },
    },
    merging: {
      event: 'mergeChangeRequest',
      async run(actor, { space }, round) {
        const name = { space, changeRequest: await createChangeRequest(actor, { space, subject: `${round}` }) };
        await updateContent(
          actor,
          name,
          ['a', 'b', 'c'].map((part) => insertPage(`Merged ${round} ${part}`)),
        );
        await mergeChangeRequest(actor, name);
      },
    },
    'resolving a conflict': {
      event: 'resolveConflicts',
      async run(actor, { space }, round) {
        const clash = `clash_${round}`;
        const [theirs, ours] = [{ space }, { space }];
        for (const name of [theirs, ours]) name.changeRequest = await createChangeRequest(actor, { space });
        await updateContent(actor, theirs, [{ setVariables: { [clash]: 'theirs' } }]);
        await updateContent(actor, ours, [{ setVariables: { [clash]: 'ours' } }]);
        await mergeChangeRequest(actor, ours);
        const conflict = conflictId('variable', clash, { ours: 'ours', theirs: 'theirs' });
        await resolveConflicts(actor, theirs, [{ conflict, choice: 'theirs' }]);
      },
    },
    'reverting to a revision': {
      event: 'revertTo',
      run: (actor, { space, heads }, round) => revertTo(actor, { space, revision: heads[(round + 1) % 2] }),
    },
    importing: {
      event: 'import',
      run: (actor, { organization, space }, round) =>
        importIntoSpace(actor, { organization, space, entries: folder(round + 1) }),
    },
    'importing into a new space': {
      event: 'import',
      run: (actor, { organization }, round) => importIntoSpace(actor, { organization, entries: folder(round) }),
    },
    'applying a template': {
      event: 'applyTemplateToSpace',
      run: (actor, { space, other }) => applyTemplateToSpace(actor, { space, id: other }),
    },
    'applying a template in a change request': {
      event: 'applyTemplateToSpace',
      run: (actor, { space, other, changeRequest }) => applyTemplateToSpace(actor, { space, id: other, changeRequest }),
    },
    'creating a space from a template': {
      event: 'applyTemplateToSpace',
      run: (actor, { organization, inner, other }) =>
        createSpaceFromTemplate(actor, { organization, parent: inner, template: { id: other } }),
    },
    'opening a change request from a template': {
      event: 'applyTemplateToSpace',
      run: (actor, { space, other }) => createChangeRequestFromTemplate(actor, { space, template: { id: other } }),
    },
    'rebuilding the links': { event: null, run: ({ store }, { space }) => rebuildLinks(store, space) },
    'rebuilding the search': { event: null, run: ({ store }, { space }) => rebuildSearch(store, space) },
    'storing a PDF': {
      event: null,
      run: ({ store }, { organization, space }, round) =>
        storePdf(store, { organizationId: organization, spaceId: space, hash: `${round}` }, new Uint8Array(9_000_000)),
    },
  };
}
