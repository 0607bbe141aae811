import { testApp } from '../../support/app.js';
import { loadContentWrites } from './content-writes.mjs';
import { killEach } from './kill-each.js';
import { load } from './load.js';

killEach(await testApp(), await loadContentWrites(load));
