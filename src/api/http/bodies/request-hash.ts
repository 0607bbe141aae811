import { hash } from 'node:crypto';
import { canonicalJson } from '../../../engine/base/canonical-json.js';

/** Returns the SHA-256 of values as canonical JSON. */
export function hashParts(parts: readonly unknown[]): string {
  return hash('sha256', canonicalJson(parts));
}

/** Returns the `RequestKey.requestHash` of a request with this URL and parsed body. */
export function hashRequest(url: string, body: unknown): string {
  return hashParts([url, body]);
}
