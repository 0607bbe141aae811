import { testApp } from '../../support/app.js';
import { killEach } from './kill-each.js';
import { load } from './load.js';
import { loadSpecificationWrites } from './specification-writes.mjs';

killEach(await testApp(), await loadSpecificationWrites(load));
