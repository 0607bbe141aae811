import { it } from 'vitest';
import { absent, expectStable, without } from './corpora.js';

it.skipIf(absent)(`every fourth page of the large corpus is stable as a document${without}`, () => {
  expectStable(/^large/, 4);
});

it.skipIf(absent)(`every second page of the medium corpus is stable as a document${without}`, () => {
  expectStable(/^medium/, 2);
});

it.skipIf(absent)(`every page of the other corpora is stable as a document${without}`, () => {
  expectStable(/^(?!large|medium)/, 1);
});
