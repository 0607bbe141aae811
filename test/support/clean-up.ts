import { afterAll } from 'vitest';
import { cleanUp } from './database.js';

// This hook runs for each test file, even if one process runs several files.
afterAll(cleanUp);
