#!/usr/bin/env node
import { prepare } from '../scripts/prepare.mjs';

// In a checkout, `dist/` may be missing or older than the sources, so it is built if needed. The published package
// contains `dist/` and no sources.
prepare();
await import('../dist/main.js');
