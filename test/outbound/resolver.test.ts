import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createResolver } from '../../src/outbound/resolver.js';
import { startNameServer } from './name-server.js';

describe('the resolver', () => {
  it('gives the addresses of both families', async () => {
    const { address } = await startNameServer(() => ['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    const found = await createResolver([address])('spec.test');
    expect(found.sort()).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it('gives those of one family where the other has none', async () => {
    const { address } = await startNameServer(() => ['2001:db8::1']);
    expect(await createResolver([address])('spec.test')).toEqual(['2001:db8::1']);
  });

  it('gives none for a name without addresses', async () => {
    const { address } = await startNameServer(() => []);
    expect(await createResolver([address])('nowhere.test')).toEqual([]);
  });

  // Again where this machine slept through both times.
  it('gives up on a silent name server before a connection would', { retry: 4 }, async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const resolving = createResolver([`127.0.0.1:${silent.address().port}`])('spec.test');
    // Timers keep their order however busy this machine is, which times read from a clock do not.
    expect(await Promise.race([resolving, sleep(3_000, 'a connection gave up')])).toEqual([]);
  });
});
