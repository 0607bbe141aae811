import { beforeAll, expect, it } from 'vitest';
import { filled, sampleRequests } from '../contract/sample-requests.js';
import { namesOf, type Scene, setScene } from '../contract/scene.js';
import { testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { provider } from '../support/database.js';
import { tokenOf } from '../support/seed.js';
import { type Bytes, onRest, used } from './kept-kit.js';

// Every reading of /v1: what is kept of it is what would be made, and what is kept says nothing of the time.

const test = await testApp();
const reads = sampleRequests.filter(({ method }) => method === 'GET');
const days = 86_400_000;

/** An answer but for its signed addresses, which are others after half an hour, kept or not. */
const signed = (body: string): string => body.replace(/expires=\d+&signature=[\w-]+/g, 'signed');

let scene: Scene;
/** Another token of the same user, for whom nothing is kept. */
let another: string;
/** What each reading was at last, and whether that was from memory. */
const answers = new Map<string, { answer: Bytes; isKept: boolean }>();

beforeAll(async () => {
  scene = await setScene(test);
  another = await tokenOf(test, scene.admin.id);
  await used(test, scene.admin.token);
});

const asking = (request: (typeof reads)[number]) => {
  const { path } = filled(request, (name) => namesOf(scene, request.id)[name]);
  return (token: string) => onRest(path)(test, token);
};

it.each(reads)('$id is answered the same four times', async (request) => {
  const ask = asking(request);
  const first = await ask(scene.admin.token);
  expect(first.status).toBe(200);
  for (let time = 1; time < 4; time++) {
    const batches = await test.batchesOfKnown(async () => {
      const answer = await ask(scene.admin.token);
      answers.set(request.id, { answer, isKept: false });
    });
    answers.get(request.id)!.isKept = batches.length === 0;
    expect(answers.get(request.id)!.answer).toEqual(first);
  }
});

// Beside other databases of a server, which are written to, none may be.
it.runIf(provider === 'sqlite')('most of them are kept', () => {
  const kept = [...answers.values()].filter(({ isKept }) => isKept);
  expect(kept.length).toBeGreaterThan(reads.length / 2);
});

it('40 days later all of them are what is made then, and what was kept is that, too', async () => {
  moveClock(40 * days);
  const stale: string[] = [];
  for (const request of reads) {
    const ask = asking(request);
    const made = await ask(another);
    expect([request.id, await ask(scene.admin.token)]).toEqual([request.id, made]);
    const { answer, isKept } = answers.get(request.id)!;
    if (isKept && signed(made.body) !== signed(answer.body)) stale.push(request.id);
  }
  // One that is here takes the time to be told: it has to ask `context.now()`.
  expect(stale).toEqual([]);
});
