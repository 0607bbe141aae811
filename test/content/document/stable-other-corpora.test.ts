import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every page of the other corpora is stable as a document${without}`, () => {
  expectStable({ corpora: /^(?!large|medium)/ });
});
