import { it } from 'vitest';
import { seeds } from '../../../support/properties.js';
import { absent, expectStable, without } from './corpora.js';

/** Which part of a corpus a run looks at: `npm run soak` comes by the others. */
const part = (of: number) => ({ part: seeds(1)[0]! % of, of });

it.skipIf(absent)(`every fourth page of the large corpus is stable as a document${without}`, () => {
  expectStable({ corpora: /^large/, ...part(4) });
});

it.skipIf(absent)(`every second page of the medium corpus is stable as a document${without}`, () => {
  expectStable({ corpora: /^medium/, ...part(2) });
});

it.skipIf(absent)(`every page of the other corpora is stable as a document${without}`, () => {
  expectStable({ corpora: /^(?!large|medium)/ });
});
