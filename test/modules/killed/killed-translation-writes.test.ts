import { testApp } from '../../support/app.js';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';
import { loadTranslationWrites } from './translation-writes.mjs';

testKilledWrites(await testApp(), await loadTranslationWrites(load));
