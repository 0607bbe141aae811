import { testApp } from '../../support/app.js';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';
import { loadPlaceWrites } from './place-writes.mjs';

testKilledWrites(await testApp(), await loadPlaceWrites(load));
