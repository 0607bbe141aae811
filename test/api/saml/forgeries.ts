import type { Forgery } from './forgeries/forgery.js';
import { badlySigned } from './forgeries/signatures.js';
import { tampered } from './forgeries/tampered.js';
import { wrapped } from './forgeries/wrapped.js';
import { malformed, wrongClaims } from './forgeries/wrong-claims.js';

/** All forgeries: first those without the provider's key, then those that the provider should not have signed. */
export const forgeries: readonly Forgery[] = [...wrapped, ...badlySigned, ...tampered, ...wrongClaims, ...malformed];
