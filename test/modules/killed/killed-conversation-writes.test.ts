import { testApp } from '../../support/app.js';
import { loadConversationWrites } from './conversation-writes.mjs';
import { killEach } from './kill-each.js';
import { load } from './load.js';

killEach(await testApp(), await loadConversationWrites(load));
