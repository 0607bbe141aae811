import { describe, expect, it } from 'vitest';
import { peekInResponseTo, readResponse } from '../../../src/api/saml/read-response.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { withinBounds } from '../../support/cost.js';
import { encode, genuineDraft, responseXml, sign, statementXml } from './forge.js';
import { newId, otherProvider, provider } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs' };
const requestId = newId();
const inside = (content: string): string =>
  responseXml({ ...genuineDraft({ service, provider, requestId }), attributes: content });
const numbered = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Returns the best response that an attacker with an open request can write: only the signature is wrong. */
const wronglySigned = (attributes: string): string => sign(inside(attributes), { key: otherProvider.key });
const groups = (content: string): string => statementXml(['groups', content]);

const expensiveResponses: [title: string, response: string, status: number][] = [
  ['43 kB of siblings', encode(`<a>${'<x/>'.repeat(8000)}</a>`), 400],
  ['the maximum number of sibling tags', encode(`<a>${'<x/>'.repeat(1490)}</a>`), 400],
  ['siblings inside an unsigned response', encode(inside('<x/>'.repeat(1400))), 400],
  ['deeply nested elements', encode('<a>'.repeat(6000) + '</a>'.repeat(6000)), 400],
  ['the deepest nesting that the maximum number of tags allows', encode('<a>'.repeat(740) + '</a>'.repeat(740)), 400],
  ['nesting inside an unsigned response', encode(inside('<a>'.repeat(300) + '</a>'.repeat(300))), 400],
  ['elements without an end tag', encode('<a>'.repeat(1490)), 400],
  ['opening brackets', encode('<'.repeat(1490)), 400],
  ['attributes without a closing quote', encode('<a b="'.repeat(1490)), 400],
  ['thousands of attributes', encode(`<a ${numbered(7000, (n) => ` a${n}=""`)}/>`.slice(0, 49_000)), 400],
  ['the maximum number of attributes', encode(`<a ${numbered(1490, (n) => ` a${n}=""`)}/>`), 403],
  ['the maximum number of namespaces', encode(`<a ${numbered(1490, (n) => ` xmlns:a${n}="u"`)}/>`), 403],
  [
    'a billion laughs',
    encode(`<!DOCTYPE a [${numbered(9, (n) => `<!ENTITY l${n + 1} "&l${n};&l${n};">`)}]><a>&l9;</a>`),
    400,
  ],
  ['an external entity', encode('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'), 400],
  ['undeclared entities', encode(`<a>${'&x;'.repeat(9000)}</a>`), 400],
  ['character references', encode(inside(groups('&#65;'.repeat(8000)))), 403],
  ['one long text', encode(inside(groups(' '.repeat(40_000)))), 403],
  ['one long name', encode(`<${'a'.repeat(48_000)}/>`), 403],
  ['spaces in a tag', encode(`<a${' '.repeat(48_000)}`), 400],
  ['5 MB', encode('<x/>'.repeat(1_000_000)), 413],
  ['one character too many', 'A'.repeat(65_537), 413],
  ['invalid base64', '<samlp:Response/>'.repeat(3000), 400],
  ['spaces instead of base64', ' '.repeat(65_000), 400],
  ['nothing', '', 400],
  ['text that is not XML', encode('{"Response":{}}'), 400],
  ['invalid UTF-8', Buffer.from('<a>\xff</a>', 'latin1').toString('base64'), 400],
  ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le').toString('base64'), 400],
  ['two roots', encode('<a/><b/>'), 400],
  ['an attribute twice', encode('<a b="" b=""/>'), 400],
  ['many empty elements, signed with another key', encode(wronglySigned(groups('<x/>'.repeat(690)))), 403],
  ['many ids, signed with another key', encode(wronglySigned(groups(numbered(690, (n) => `<x ID="i${n}"/>`)))), 403],
  [
    'many namespaces, signed with another key',
    encode(wronglySigned(groups(`<y ${numbered(700, (n) => ` xmlns:a${n}="u"`)}>${'<x xmlns="u"/>'.repeat(680)}</y>`))),
    403,
  ],
];

/**
 * Maximum CPU time in seconds: the intended 50 ms, doubled for slow machines. The library alone takes seconds for the
 * first response.
 */
const most = 0.1;

async function refusalOf(response: string): Promise<AppError> {
  return readResponse({ response, requestId, service, provider }).then(
    () => expect.unreachable('it was accepted'),
    (error) => error,
  );
}

describe('an expensive response', () => {
  it.each(expensiveResponses)('is refused at low cost: %s', async (_, response, status) => {
    const error = await withinBounds({ cpu: most }, () => refusalOf(response));
    expect(error).toBeInstanceOf(AppError);
    expect(error.status).toBe(status);
  });

  it.each(expensiveResponses)('needs little CPU to read its request id: %s', async (_, response) => {
    const peek = async () => peekInResponseTo(response);
    await withinBounds({ cpu: 0.05 }, () => peek().catch((error) => expect(error).toBeInstanceOf(AppError)));
  });
});
