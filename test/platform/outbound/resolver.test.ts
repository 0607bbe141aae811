import { createSocket } from 'node:dgram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchDefaults } from '../../../src/platform/outbound/fetch-bytes.js';
import { createResolver, resolverLimits } from '../../../src/platform/outbound/resolver.js';
import { withinBounds } from '../../support/cost.js';
import { startNameServer } from './name-server.js';

describe('the resolver', () => {
  it('returns the addresses of both families', async () => {
    const { address } = await startNameServer(() => ['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    const found = await createResolver([address])('spec.test');
    expect(found.sort()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it('returns the addresses of one family if the other has none', async () => {
    const { address } = await startNameServer(() => ['2001:db8::1']);
    expect(await createResolver([address])('spec.test')).toEqual(['2001:db8::1']);
  });

  it('returns none for a name without addresses', async () => {
    const { address } = await startNameServer(() => []);
    expect(await createResolver([address])('nowhere.test')).toEqual([]);
  });

  it('queries a silent name server twice for each family, and gives up before the connect timeout', async () => {
    let queryCount = 0;
    const silent = createSocket('udp4').on('message', () => queryCount++);
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const resolve = createResolver([`127.0.0.1:${silent.address().port}`]);
    const [seconds, { timeout, tries }] = [fetchDefaults.connectTimeout / 1000, resolverLimits];
    expect(await withinBounds({ clock: seconds }, () => resolve('spec.test'))).toEqual([]);
    await expect.poll(() => queryCount).toBe(2 * tries);
    // Each try waits twice as long as the previous one.
    expect(timeout * (2 ** tries - 1)).toBeLessThan(fetchDefaults.connectTimeout);
  });
});
