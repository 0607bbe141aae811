// Helpers for rows that create spaces and change requests over HTTP.

/** Creates a change that inserts a page. */
export const insertion = (title, markdown) => ({ operation: 'insert_page', title, document: { markdown } });

/** Creates a space. Returns its path in `/v1`. */
export async function createSpace({ must, organization }, title) {
  const { id } = await must('POST', `/v1/orgs/${organization}/spaces`, { title });
  return `/v1/spaces/${id}`;
}

/** Creates a change request in a space. Returns its path in `/v1`. */
export async function openChangeRequest({ must }, space, subject = 'Work') {
  const { id } = await must('POST', `${space}/change-requests`, { subject });
  return `${space}/change-requests/${id}`;
}

/** Maximum number of changes in one request. */
const atOnce = 50;

/** Inserts pages into a space with a change request that it merges. Returns the page ids in order. */
export async function publishPages(caller, space, pages) {
  const request = await openChangeRequest(caller, space);
  const changes = pages.map(({ title, text }) => insertion(title, text));
  for (let from = 0; from < changes.length; from += atOnce)
    await caller.must('POST', `${request}/content`, { changes: changes.slice(from, from + atOnce) });
  await caller.must('POST', `${request}/merge`);
  const { pages: all } = await caller.must('GET', `${space}/content/pages`);
  const idByTitle = new Map(all.map(({ id, title }) => [title, id]));
  return pages.map(({ title }) => idByTitle.get(title));
}

/** Calls `make` with each number from 0 to `count` - 1 and returns the results. */
export const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));
