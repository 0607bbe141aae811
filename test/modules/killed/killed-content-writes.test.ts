import { testApp } from '../../support/app.js';
import { loadCommentWrites } from './comment-writes.mjs';
import { loadContentWrites } from './content-writes.mjs';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';

testKilledWrites(await testApp(), { ...(await loadContentWrites(load)), ...(await loadCommentWrites(load)) });
