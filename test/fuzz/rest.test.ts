import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import { testApp } from '../support/app.js';
import { describedDocument, type Operation, operationsOf } from './described-operations.js';
import { createChecker } from './judge.js';
import { requestsOf } from './rest-requests.js';
import { runs, timeout } from './runs.js';
import { send } from './send.js';
import { makeWorld, type World } from './world.js';

// Changes are undone after each request, so every request finds the same data, and a failure shrinks to one request.
const test = await testApp();
const document = describedDocument();
let world: World;
let faultsOf: ReturnType<typeof createChecker>;

beforeAll(async () => {
  world = await makeWorld(test);
  faultsOf = createChecker(world, document);
});

const check = (operation: Operation) =>
  fc.asyncProperty(requestsOf(operation, { components: document.components.schemas, world }), async (request) => {
    const answer = await send(test, request);
    const faults = await faultsOf(operation, request, answer);
    await world.database.rewind();
    if (faults.length > 0) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}: ${faults.join('; ')}`);
  });

it.each(operationsOf(document))('$id responds to any request as its description allows', { timeout }, (operation) =>
  fc.assert(check(operation), runs),
);
