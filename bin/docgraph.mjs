#!/usr/bin/env node
import { prepare } from '../scripts/prepare.mjs';

// In the checkout `dist/` may be missing or older than the sources; the published package has it and no sources.
prepare();
await import('../dist/main.js');
