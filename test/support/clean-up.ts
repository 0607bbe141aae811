import { afterAll } from 'vitest';
import { cleanUp } from './database.js';

// Runs for each test file, also if one process runs many.
afterAll(cleanUp);
