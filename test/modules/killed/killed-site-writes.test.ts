import { testApp } from '../../support/app.js';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';
import { loadSiteWrites } from './site-writes.mjs';

testKilledWrites(await testApp(), await loadSiteWrites(load));
