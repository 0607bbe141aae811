import { it } from 'vitest';
import { areCorporaAbsent, expectStable, skipSuffix } from './corpora.js';

it.skipIf(areCorporaAbsent)(`every fourth page of the large corpus is stable as a document${skipSuffix}`, () => {
  expectStable(/^large/, 4);
});

it.skipIf(areCorporaAbsent)(`every second page of the medium corpus is stable as a document${skipSuffix}`, () => {
  expectStable(/^medium/, 2);
});

it.skipIf(areCorporaAbsent)(`every page of the other corpora is stable as a document${skipSuffix}`, () => {
  expectStable(/^(?!large|medium)/, 1);
});
