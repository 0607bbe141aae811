import { testApp } from '../../support/app.js';
import { killEach } from './kill-each.js';
import { load } from './load.js';
import { loadPlaceWrites } from './place-writes.mjs';

killEach(await testApp(), await loadPlaceWrites(load));
