import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every page of the large corpus with an even number is stable as a document${without}`, () => {
  expectStable({ corpora: /^large/, part: 0, of: 2 });
});
