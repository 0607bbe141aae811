import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenRule, isPublicAddress, isTrusted } from '../../../src/platform/outbound/address-rules.js';

describe('public addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.1',
    '2606:4700::6810:84e5',
    '::ffff:8.8.8.8',
  ])('include %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...[
      '0.0.0.0',
      '100.64.0.1',
      '100.100.100.200',
      '192.0.0.192',
      '192.0.2.1',
      '192.88.99.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:0:127.0.0.1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::1',
      '100::1',
    ],
    ...[
      '2001::1',
      '2001:2::1',
      '2001:10::1',
      '2001:20::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2620:4f:8000::1',
      '3fff::1',
    ],
    ...['4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
    ...['168.63.129.16', '', 'localhost', '8.8.8.8.8', '8.8.8.8:80', '[::1]'],
  ])('do not include %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it('exclude the IPv6 forms with an IPv4 address, except the mapped form of a public one', () => {
    const words = ([a, b, c, d]: number[]) => `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }), (bytes) => {
        const ipv4 = words(bytes);
        for (const form of [
          `::${ipv4}`,
          `::ffff:0:${ipv4}`,
          `64:ff9b::${ipv4}`,
          `64:ff9b:1::${ipv4}`,
          `2002:${ipv4}::`,
          `2001::${ipv4}`,
        ])
          expect(isPublicAddress(form), form).toBe(false);
        expect(isPublicAddress(`::ffff:${ipv4}`)).toBe(isPublicAddress(bytes.join('.')));
      }),
      { numRuns: 300 },
    );
  });

  it('exclude private IPv4 networks', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const network = fc.constantFrom([10], [127], [0], [192, 168], [172, 20], [169, 254], [100, 100], [198, 19]);
    fc.assert(
      fc.property(network, byte, byte, byte, (start, ...rest) => {
        expect(isPublicAddress([...start, ...rest].slice(0, 4).join('.'))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the rules for URLs', () => {
  const strict = { allowHttp: false, trustedOrigins: [], trustedHosts: [] };

  it.each([
    ['https://example.com', undefined],
    ['https://example.com:8443/a', undefined],
    ['https://example.com:80', undefined],
    ['http://example.com', 'must begin with https://'],
    ['https://example.com:8080', 'must use port 80, 443 or 8443'],
    ['https://a@example.com', 'must hold no user name and no password'],
    ['https://:b@example.com', 'must hold no user name and no password'],
  ])('by default return for %j: %j', (address, rule) => {
    expect(brokenRule(new URL(address), strict)).toBe(rule);
  });

  it('accept http if it is allowed, and name both schemes if another one is used', () => {
    const relaxed = { ...strict, allowHttp: true };
    expect(brokenRule(new URL('http://example.com:443'), relaxed)).toBeUndefined();
    expect(brokenRule(new URL('ftp://example.com'), relaxed)).toBe('must begin with https:// or http://');
  });

  it('exempt a trusted origin, but not its other ports and not credentials', () => {
    const trusting = { ...strict, trustedOrigins: ['http://specs.intranet:8080'] };
    expect(isTrusted(new URL('http://SPECS.intranet:8080/a'), trusting)).toBe(true);
    expect(brokenRule(new URL('http://specs.intranet:8080/a'), trusting)).toBeUndefined();
    expect(brokenRule(new URL('http://specs.intranet:8081/a'), trusting)).toBe('must begin with https://');
    expect(brokenRule(new URL('https://specs.intranet:8080/a'), trusting)).toBe('must use port 80, 443 or 8443');
    expect(brokenRule(new URL('http://a:b@specs.intranet:8080/'), trusting)).toBe(
      'must hold no user name and no password',
    );
  });
});
