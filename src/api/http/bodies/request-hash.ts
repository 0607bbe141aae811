import { hash } from 'node:crypto';
import { canonicalJson } from '../../../engine/base/canonical-json.js';

/** Returns the SHA-256 of values as canonical JSON. */
export function hashOfParts(parts: readonly unknown[]): string {
  return hash('sha256', canonicalJson(parts));
}

/** Returns the `RequestKey.requestHash` of a request with this URL and parsed body. */
export function requestHashOf(url: string, body: unknown): string {
  return hashOfParts([url, body]);
}
