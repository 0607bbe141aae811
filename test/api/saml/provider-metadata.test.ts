import { describe, expect, it } from 'vitest';
import { readProviderMetadata } from '../../../src/api/saml/provider-metadata.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { certificate as elliptic } from '../../platform/outbound/certificate.js';
import { withinBounds } from '../../support/cost.js';
import { otherRsa, rsa, weakCertificate } from './certificates.js';
import { entitiesXml, entityXml, keyXml, postBinding, serviceXml } from './metadata-draft.js';

const read = (xml: string) => readProviderMetadata(xml, 'metadata');

describe('the metadata of a provider', () => {
  const settings = {
    entityID: 'https://idp.test/saml',
    ssoURL: 'https://idp.test/sso?tenant=1',
    certificate: rsa.certificate,
    nextCertificate: null,
  };

  it('has its address, its entity id and its certificate', () => expect(read(entityXml())).toEqual(settings));

  const accepted: [title: string, xml: string][] = [
    ['with a declaration, a byte order mark and comments', `\uFEFF\n<?xml version="1.0"?>${entityXml()}<!-- ours -->`],
    [
      'in a list with service providers',
      entitiesXml(entityXml(), '<EntityDescriptor entityID="sp"><SPSSODescriptor/></EntityDescriptor>'),
    ],
    ['in a list within a list', entitiesXml(entitiesXml(entityXml()))],
    ['with other bindings', entityXml({ services: serviceXml({ binding: postBinding }) + serviceXml() })],
    ['with a key for both uses', entityXml({ keys: keyXml(rsa.certificate, '') })],
    [
      'with a key for encryption',
      entityXml({ keys: keyXml(otherRsa.certificate, 'encryption') + keyXml(rsa.certificate) }),
    ],
    ['with the same key twice', entityXml({ keys: keyXml(rsa.certificate) + keyXml(rsa.certificate, '') })],
  ];
  it.each(accepted)('may be written %s', (_, xml) => expect(read(xml)).toEqual(settings));

  it('may have a second key; further keys are ignored', () => {
    const keys = [rsa, otherRsa].map(({ certificate }) => keyXml(certificate));
    const both = { ...settings, nextCertificate: otherRsa.certificate };
    expect(read(entityXml({ keys: keys.join('') }))).toEqual(both);
    expect(read(entityXml({ keys: `${keys.join('')}${keyXml(weakCertificate)}` }))).toEqual(both);
  });

  const refused: [title: string, xml: string, message: RegExp][] = [
    ['nothing', '', /^`metadata` must be XML/],
    ['JSON', '{}', /^`metadata` must be XML/],
    ['broken XML', '<EntityDescriptor', /must be well-formed XML/],
    ['an unknown prefix', '<md:EntityDescriptor/>', /must be well-formed XML|must be an EntityDescriptor/],
    ['a page', '<html/>', /must be an EntityDescriptor or an EntitiesDescriptor \(got html\)/],
    ['another namespace', '<EntityDescriptor xmlns="urn:x"/>', /must be an EntityDescriptor/],
    [
      'several providers',
      entitiesXml(entityXml(), entityXml()),
      /exactly one identity provider of SAML 2\.0 \(got 2\)/,
    ],
    ['no provider', entitiesXml('<EntityDescriptor entityID="sp"/>'), /exactly one identity provider .* \(got 0\)/],
    ['a provider of SAML 1.1', entityXml({ protocols: 'urn:oasis:names:tc:SAML:1.1:protocol' }), /\(got 0\)/],
    ['no key', entityXml({ keys: '' }), /must have an X509Certificate of a signing key \(got none\)/],
    [
      'keys for encryption only',
      entityXml({ keys: keyXml(rsa.certificate, 'encryption') }),
      /keys for encryption only/,
    ],
    [
      'a short key',
      entityXml({ keys: keyXml(weakCertificate) }),
      /^`metadata\.KeyDescriptor\[0\]` must .* \(got 1024\)/,
    ],
    [
      'a second key of another kind',
      entityXml({ keys: keyXml(rsa.certificate) + keyXml(elliptic) }),
      /KeyDescriptor\[1\]` must have an RSA key/,
    ],
    [
      'no address',
      entityXml({ services: serviceXml({ binding: postBinding }) }),
      /SingleSignOnService with the binding HTTP-Redirect/,
    ],
    ['no entity id', entityXml({ entityID: '' }), /entityID of 1 to 1024 characters \(got 0\)/],
    ['a long entity id', entityXml({ entityID: 'a'.repeat(1025) }), /\(got 1025\)/],
    ['a DOCTYPE', `<!DOCTYPE a>${entityXml()}`, /must have no DOCTYPE/],
    [
      'an external entity',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${entityXml({ entityID: '&x;' })}`,
      /must not declare entities/,
    ],
    ['an undeclared entity', entityXml({ entityID: '&x;' }), /must be well-formed XML/],
    ['CDATA', entitiesXml('<![CDATA[x]]>'), /no CDATA section/],
    ['a processing instruction', `<?xml-stylesheet href="x"?>${entityXml()}`, /no processing instruction/],
    ['too much text', entityXml().padEnd(262_145), /at most 262144 characters \(got 262145\)/],
    ['too many tags', entitiesXml('<x/>'.repeat(1500)), /at most 1500 tags/],
    ['too many elements', entitiesXml('<x/>'.repeat(800)), /at most 750 elements/],
    ['too many levels', entitiesXml('<x>'.repeat(40) + '</x>'.repeat(40)), /at most 32 elements deep/],
    [
      'too many attributes',
      entitiesXml(`<x ${Array.from({ length: 1500 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      /1500 attributes/,
    ],
  ];
  it.each(refused)('is refused with %s', async (_, xml, message) => {
    const refusal = () => read(xml);
    expect(refusal).toThrow(AppError);
    expect(refusal).toThrow(message);
    expect(refusal).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
    await withinBounds({ cpu: 0.1 }, async () => expect(refusal).toThrow());
  });
});
