import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every page of the other corpora is stable as a document${without}`, { timeout: 60_000 }, () => {
  expectStable({ corpora: /^(?!large|medium)/ });
});
