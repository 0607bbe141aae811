import { beforeAll, expect, it } from 'vitest';
import { describedDocument, operationsOf } from '../fuzz/described-operations.js';
import { testApp } from '../support/app.js';
import { createScene, type Fixture, send } from './scene.js';

const test = await testApp();
const operations = operationsOf(describedDocument());
let scene: Fixture;

beforeAll(async () => {
  scene = await createScene(test);
});

/** Requests that change a merged change request. */
const requests: Record<string, (scene: Fixture) => [request: string, body?: object]> = {
  updateChangeRequestById: ({ merged }) => [`PATCH ${merged.path}`, { status: 'open' }],
  updateChangeRequest: ({ merged }) => [`POST ${merged.path}/update`],
  mergeChangeRequest: ({ merged }) => [`POST ${merged.path}/merge`],
  updateChangeRequestContent: ({ merged }) => [
    `POST ${merged.path}/content`,
    { changes: [{ operation: 'insert_page', title: 'Too late', document: {} }] },
  ],
  applyTemplateToSpace: ({ manual, merged }) => [
    `POST /spaces/${manual.id}/content/template`,
    { id: manual.id, changeRequestId: merged.id },
  ],
};

it.each(Object.keys(requests))(
  '%s returns 409, which its description documents, for a merged change request',
  async (id) => {
    const [request, body] = requests[id]!(scene);
    const answer = await send(scene, request, body);
    expect([answer.status, answer.body.error.code]).toEqual([409, 409]);
    expect(Object.keys(operations.find((one) => one.id === id)!.answers)).toContain('409');
  },
);
