import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every page of the large corpus with an odd number is stable as a document${without}`, () => {
  expectStable({ corpora: /^large/, part: 1, of: 2 });
});
