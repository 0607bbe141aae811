import { describe, expect, it } from 'vitest';
import { readResponse } from '../../../src/api/saml/read-response.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { spareRsa } from './certificates.js';
import { encode, genuineDraft, responseXml, sign } from './forge.js';
import { forgeries } from './forgeries.js';
import { newId, otherProvider, provider as testProvider } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs' };
/** A provider with a second certificate and an attribute for groups, so that the forgeries meet all checks. */
const provider = { ...testProvider, nextCertificate: spareRsa.certificate, groupsAttribute: 'groups' };
const request = () => ({ service, provider, requestId: newId() });

/** Returns the error for a refused response. */
async function refusalOf(xml: string, requestId: string): Promise<AppError> {
  const error = await readResponse({ response: encode(xml), requestId, service, provider }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  return error;
}

describe('a forged response is refused', () => {
  it('while the same response without a forgery is accepted', async () => {
    const { requestId, ...parties } = request();
    const xml = sign(responseXml(genuineDraft({ requestId, ...parties })), { key: provider.key });
    expect(await readResponse({ response: encode(xml), requestId, service, provider })).toMatchObject({
      nameId: 'ada-1815',
      email: 'ada@idp.test',
    });
  });

  it('in at least 60 variants', () => expect(forgeries.length).toBeGreaterThanOrEqual(60));

  it.each(forgeries)('with $title', async ({ forge, reason }) => {
    const { requestId, ...parties } = request();
    const error = await refusalOf(forge({ requestId, ...parties }), requestId);
    expect(error).toMatchObject({ code: 'FORBIDDEN', status: 403, detail: { reason: 'SAML_INVALID' } });
    expect((error.cause as Error).message).toMatch(reason);
  });

  it('with the same message for every reason; only the log has the reason', async () => {
    const errorTexts = await Promise.all(
      forgeries.map(async ({ forge }) => {
        const { requestId, ...parties } = request();
        const error = await refusalOf(forge({ requestId, ...parties }), requestId);
        return JSON.stringify([error.message, error.detail, Object.keys(error)]);
      }),
    );
    expect(new Set(errorTexts).size).toBe(1);
    expect(errorTexts[0]).not.toMatch(/cause|ada/);
  });

  it('with a logged reason of at most 500 characters', async () => {
    const { requestId, ...parties } = request();
    const draft = { ...genuineDraft({ requestId, ...parties }), recipient: 'a'.repeat(20_000) };
    const error = await refusalOf(sign(responseXml(draft), { key: provider.key }), requestId);
    expect((error.cause as Error).message).toMatch(/^The assertion must be for our address \(got "a{400,}$/);
    expect((error.cause as Error).message).toHaveLength(500);
  });

  it('if another provider signed it in its own name', async () => {
    const requestId = newId();
    const xml = sign(responseXml(genuineDraft({ service, provider: otherProvider, requestId })), {
      key: otherProvider.key,
    });
    expect((await refusalOf(xml, requestId)).status).toBe(403);
  });
});

describe('a response with random damage', () => {
  it('is refused with an AppError, or has the same content as before', async () => {
    const { requestId, ...parties } = request();
    const xml = sign(responseXml(genuineDraft({ requestId, ...parties })), { key: provider.key });
    const random = randomFrom(20_261_121);
    for (let round = 0; round < 400; round += 1) {
      const damaged = damage(xml, random);
      const result = await readResponse({ response: encode(damaged), requestId, service, provider }).catch((e) => e);
      const isSame = result.nameId === 'ada-1815' && result.email === 'ada@idp.test';
      expect(isSame || result instanceof AppError, `${damaged}: ${result.stack}`).toBe(true);
    }
  });
});

const pieces = [
  '<',
  '>',
  '"',
  "'",
  '&',
  ':',
  '/',
  '=',
  ' ',
  'x',
  '\0',
  '<a>',
  '</a>',
  '<a:/>',
  ' ID="a"',
  '&#0;',
  '</saml:Assertion>',
];

/** Removes, duplicates or replaces a random piece. */
function damage(xml: string, random: (below: number) => number): string {
  const start = random(xml.length);
  const end = start + random(random(2) === 0 ? 4 : 400);
  const inserted = [pieces[random(pieces.length)]!, xml.slice(start, end).repeat(2), ''][random(3)]!;
  return xml.slice(0, start) + inserted + xml.slice(end);
}

/** The Park-Miller generator, which returns the same numbers on each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
