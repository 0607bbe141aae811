import { testApp } from '../../support/app.js';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';
import { loadSiteSettingsWrites } from './site-settings-writes.mjs';

testKilledWrites(await testApp(), await loadSiteSettingsWrites(load));
