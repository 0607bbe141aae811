import { testApp } from '../../support/app.js';
import { killEach } from './kill-each.js';
import { load } from './load.js';
import { loadSiteWrites } from './site-writes.mjs';

killEach(await testApp(), await loadSiteWrites(load));
