import { testApp } from '../../support/app.js';
import { killEach } from './kill-each.js';
import { load } from './load.js';
import { loadSiteSettingsWrites } from './site-settings-writes.mjs';

killEach(await testApp(), await loadSiteSettingsWrites(load));
