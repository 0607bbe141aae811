import { expect, it } from 'vitest';
import { publicUrl, testApp } from '../../support/app.js';
import { describedApi } from '../../support/shared-schema.js';

const test = await testApp();

it('the served `openapi.json` differs from the committed one only in its server, which is `PUBLIC_URL`', async () => {
  const { statusCode, body } = await test.app.inject({ url: '/v1/openapi.json' });
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toEqual({ ...JSON.parse(JSON.stringify(describedApi())), servers: [{ url: publicUrl }] });
});
