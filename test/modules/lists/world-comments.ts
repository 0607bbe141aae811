import type { TestApp } from '../../support/app.js';
import type { Person } from '../../support/seed.js';

/** The space and change request to comment on, their pages, and the authors. */
interface Commented {
  /** Paths of a space and of one of its change requests. */
  places: string[];
  /** Ids of the pages to comment on, in the space and in the change request. */
  pages: string[];
  people: Person[];
}

/** Ids of two comments with replies: `comment` is in the space, `changeRequestComment` in the change request. */
export interface CommentIds {
  comment: string;
  changeRequestComment: string;
}

/**
 * Comments on every page and replies to the last comment as every person, in the space and in the change request.
 * Resolves the comments of the first person.
 */
export async function commentEverywhere(test: TestApp, { places, pages, people }: Commented): Promise<CommentIds> {
  const last: string[] = [];
  for (const place of places) {
    let comment = '';
    for (const page of pages)
      for (const [index, { token }] of people.entries()) {
        comment = await write(test, `${place}/comments`, { token, page });
        await test.rest('PUT', `${place}/comments/${comment}`, { token, body: { resolved: index === 0 } });
      }
    for (const { token } of people) await write(test, `${place}/comments/${comment}/replies`, { token });
    last.push(comment);
  }
  return { comment: last[0]!, changeRequestComment: last[1]! };
}

async function write(
  test: TestApp,
  path: string,
  { token, ...about }: { token: string; page?: string },
): Promise<string> {
  const answer = await test.rest('POST', path, { token, body: { ...about, body: { markdown: 'Is *that* so?' } } });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}
