import type { Forgery } from './forgeries/forgery.js';
import { badlySigned } from './forgeries/signatures.js';
import { tampered } from './forgeries/tampered.js';
import { shapes, untrue } from './forgeries/untrue.js';
import { wrapped } from './forgeries/wrapped.js';

/** All forgeries: those without the provider's key, then what the provider's key should not have signed. */
export const forgeries: readonly Forgery[] = [...wrapped, ...badlySigned, ...tampered, ...untrue, ...shapes];
