import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../../../src/api/http/limits/admission.js';

const idle = { intervalMs: 100, delayMs: 0, heapShare: 0.1 };
const late = { intervalMs: 100, delayMs: 150, heapShare: 0.1 };
const full = { intervalMs: 100, delayMs: 0, heapShare: 0.96 };

const create = () => createAdmission({ delayMs: 100, requests: 100, heapShare: 0.95 });

/** Begins requests of a tenant until one is refused. Returns how many have begun. */
function fill(admission: ReturnType<typeof create>, tenant: string, isAdmin = false): number {
  let begun = 0;
  while (admission.begin(tenant, isAdmin)) begun += 1;
  return begun;
}

describe('an admission', () => {
  it('begins as many requests as configured, and then one more for each request that ends', () => {
    const admission = create();
    expect(fill(admission, 'acme')).toBe(100);
    admission.end('acme');
    expect(fill(admission, 'acme')).toBe(1);
  });

  it('refuses the tenant with the most requests, and gives others their share', () => {
    const admission = create();
    fill(admission, 'acme');
    expect(fill(admission, 'bo')).toBe(50);
    for (let count = 0; count < 60; count += 1) admission.end('acme');
    expect(admission.begin('acme')).toBe(true);
    expect(admission.state()).toEqual({ inProgress: 91, limit: 100 });
  });

  it('refuses new tenants when there are more tenants than requests', () => {
    const admission = create();
    for (let index = 0; index < 100; index += 1) admission.begin(`visitor-${index}`);
    expect(admission.begin('visitor-100')).toBe(false);
  });

  it('keeps a reserve for admins, and gives one admin at most half of it', () => {
    const admission = create();
    for (let index = 0; index < 100; index += 1) admission.begin(`visitor-${index}`);
    expect(['ann', 'bo', 'cy'].map((admin) => fill(admission, admin, true))).toEqual([20, 20, 0]);
  });

  it.each([late, full])('lowers its limit below the number of requests in progress after a second with %o', (load) => {
    const admission = create();
    for (let count = 0; count < 50; count += 1) admission.begin('acme');
    for (let count = 0; count < 9; count += 1) admission.observe(load);
    expect(admission.state().limit).toBe(100);
    admission.observe(load);
    expect(admission.state().limit).toBe(35);
    for (let count = 0; count < 10; count += 1) admission.observe(load);
    expect(admission.state().limit).toBe(16);
  });

  it('lowers its limit by the highest number of requests in the interval, also if all of them have ended', () => {
    const admission = create();
    for (let interval = 0; interval < 10; interval += 1) {
      for (let count = 0; count < 80; count += 1) admission.begin('acme');
      for (let count = 0; count < 80; count += 1) admission.end('acme');
      admission.observe(late);
    }
    expect(admission.state()).toEqual({ inProgress: 0, limit: 56 });
  });

  it('is not affected by two long pauses, such as those of a cold start', () => {
    const admission = create();
    const pause = { ...late, intervalMs: 2_000 };
    for (const load of [pause, pause, idle, pause, pause, idle]) admission.observe(load);
    expect(admission.state().limit).toBe(100);
  });

  it('keeps its limit while the load is above half of the threshold, and raises it below half', () => {
    const admission = create();
    for (let count = 0; count < 20; count += 1) admission.observe(late);
    expect(admission.state().limit).toBe(16);
    admission.observe({ intervalMs: 100, delayMs: 70, heapShare: 0.1 });
    expect(admission.state().limit).toBe(16);
    for (let count = 0; count < 20; count += 1) admission.observe(idle);
    expect(admission.state().limit).toBe(100);
  });
});
