import { testApp } from '../../support/app.js';
import { killEach } from './kill-each.js';
import { load } from './load.js';
import { loadTranslationWrites } from './translation-writes.mjs';

killEach(await testApp(), await loadTranslationWrites(load));
