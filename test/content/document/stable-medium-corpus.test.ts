import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every page of the medium corpus is stable as a document${without}`, () => {
  expectStable({ corpora: /^medium/ });
});
