import { testApp } from '../../support/app.js';
import { loadConversationWrites } from './conversation-writes.mjs';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';

testKilledWrites(await testApp(), await loadConversationWrites(load));
