import { describe, expect, it } from 'vitest';
import { decodeResponse } from '../../../src/api/saml/decode-response.js';
import { encode } from './forge.js';

describe('the text of a posted response', () => {
  const accepted: [title: string, xml: string][] = [
    ['1,500 tags', '<a>'.repeat(1500)],
    ['1,500 attributes', `<a${' b=""'.repeat(1500)}/>`],
    ['an XML declaration', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a/>'],
    ['characters beyond ASCII', '<a>\u00e4\u{1f600}</a>'],
  ];
  it.each(accepted)('may have %s', (_, xml) => expect(decodeResponse(encode(xml))).toBe(xml));

  it('may have 64 KiB, and line breaks', () => {
    const response = encode(`<a>${' '.repeat(49_145)}</a>`);
    expect(response.length).toBe(65_536);
    expect(decodeResponse(response)).toHaveLength(49_152);
    expect(decodeResponse(`\n${encode('<a/>').replace(/../g, '$&\r\n')}`)).toBe('<a/>');
  });

  const refused: [title: string, response: string, rule: RegExp][] = [
    ['more than 64 KiB', 'A'.repeat(65_537), /at most 65536 characters \(got 65537/],
    ['more tags', encode('<a>'.repeat(1501)), /at most 1500 tags/],
    ['more attributes', encode(`<a${' b=""'.repeat(1501)}/>`), /at most 1500 attributes/],
    ['entities', encode('<!DOCTYPE a [<!entity b "c">]><a/>'), /must not declare entities/],
    ['characters outside the base64 alphabet', 'PGEv-g==', /must be base64/],
    ['truncated base64', 'PGEvP', /must be base64/],
    ['text after the end of the base64', 'PGEvPg==PGEvPg==', /must be base64/],
    ['invalid UTF-8', Buffer.from('<a>\xe4</a>', 'latin1').toString('base64'), /must be UTF-8/],
    ['text before the XML', encode(' <a/>'), /must be XML/],
  ];
  it.each(refused)('must not have %s', (_, response, rule) => {
    expect(() => decodeResponse(response)).toThrow(rule);
    expect(() => decodeResponse(response)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field: 'SAMLResponse' }) }),
    );
  });

  const suspicious = [
    '<!DOCTYPE a><a/>',
    '<a><!-- --></a>',
    '<a><![CDATA[]]></a>',
    '<a><?b ?></a>',
    '<?xml version="1.0"?><?xml version="1.0"?><a/>',
    '<?xml-stylesheet href="a"?><a/>',
  ];
  it.each(suspicious)('must not contain %s', (xml) => {
    expect(() => decodeResponse(encode(xml))).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});
