import { genuineDraft, responseXml, sign, statementXml } from '../forge.js';
import { type Forgery, genuine, signed } from './forgery.js';

/** Responses that were changed after signing, or that two parsers read differently. */
export const tampered: Forgery[] = [
  {
    title: 'a NameID that was changed after signing',
    reason: /library refuses/,
    forge: (request) => genuine(request).replace('ada-1815', 'admin'),
  },
  {
    title: 'an e-mail address that was changed after signing',
    reason: /library refuses/,
    forge: (request) => genuine(request).replace('Ada@Idp.test', 'root@idp.test'),
  },
  {
    title: 'a comment in the NameID, which the signature does not cover',
    reason: /comment/,
    forge: (request) => genuine(request).replace('ada-1815', 'ada<!-- -->-1815'),
  },
  {
    title: 'a comment in the e-mail address',
    reason: /comment/,
    forge: (request) => genuine(request).replace('Ada@Idp.test', 'Ada@Idp.test<!---->.evil.test'),
  },
  {
    title: 'a comment outside of the assertion',
    reason: /comment/,
    forge: (request) => genuine(request).replace('<samlp:Status>', '<!-- --><samlp:Status>'),
  },
  {
    title: 'CDATA in the NameID',
    reason: /CDATA/,
    forge: (request) => genuine(request).replace('ada-1815', '<![CDATA[ada-1815]]>'),
  },
  {
    title: 'a processing instruction in the NameID',
    reason: /processing instruction/,
    forge: (request) => genuine(request).replace('ada-1815', 'ada-<?x ?>1815'),
  },
  {
    title: 'a DOCTYPE',
    reason: /DOCTYPE/,
    forge: (request) => `<!DOCTYPE samlp:Response>${genuine(request)}`,
  },
  {
    title: 'an element in the NameID',
    reason: /only text/,
    forge: (request) => signed(request, { nameId: 'ada<x xmlns="urn:x">-1815</x>' }),
  },
  {
    // The parser keeps a line separator that is a character reference. In the signed text it is a line break.
    title: 'a NameID with a character that signing changes',
    reason: /signed content differs/,
    forge: (request) => signed(request, { nameId: 'ada&#x2028;1815' }).replace('\u2028', '&#x2028;'),
  },
  {
    title: 'an attribute with a character that signing changes',
    reason: /signed content differs/,
    forge: (request) =>
      signed(request, { attributes: statementXml(['cn', 'ada&#x2028;1815']) }).replace('\u2028', '&#x2028;'),
  },
  {
    // The library reads the first NameID of any namespace. Our code reads the NameID of the SAML namespace.
    title: 'a NameID of another namespace before the genuine one',
    reason: /signed content differs/,
    forge: (request) => {
      const xml = responseXml(genuineDraft(request)).replace(
        '<saml:NameID',
        '<x:NameID xmlns:x="urn:x">admin</x:NameID><saml:NameID',
      );
      return sign(xml, { key: request.provider.key });
    },
  },
];
