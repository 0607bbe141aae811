import { expect, it } from 'vitest';
import type { Load } from '../../../../src/api/http/limits/admission.js';
import { monitorLoad } from '../../../../src/api/http/limits/load-monitor.js';

it('the load monitor reports the delay of an event loop that is blocked repeatedly', async () => {
  const loads: Load[] = [];
  const stop = monitorLoad((load) => loads.push(load));
  while (loads.length < 3) {
    const end = performance.now() + 150;
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop();
  for (const { intervalMs, delayMs, heapShare } of loads) {
    expect(intervalMs).toBeGreaterThan(delayMs);
    expect(delayMs).toBeGreaterThan(100);
    expect(heapShare).toBeGreaterThan(0);
    expect(heapShare).toBeLessThan(1);
  }
});
