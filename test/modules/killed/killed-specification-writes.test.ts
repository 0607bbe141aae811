import { testApp } from '../../support/app.js';
import { testKilledWrites } from './kill-each.js';
import { load } from './load.js';
import { loadSpecificationWrites } from './specification-writes.mjs';

testKilledWrites(await testApp(), await loadSpecificationWrites(load));
