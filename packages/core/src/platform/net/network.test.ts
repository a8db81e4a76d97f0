import { expect, test } from 'vitest';
import { addressMatcher, networkOf } from './network.ts';

test('all addresses of one home are one network, however they are written, and those of two are two', () => {
  const home = networkOf('2001:db8:1:2::1');
  expect(networkOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toBe(home);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(home);
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('192.0.2.2')).not.toBe(networkOf('192.0.2.1'));
  expect(networkOf('nowhere')).toBe('nowhere');
  // As some proxies write it.
  expect(networkOf('192.0.2.1:5678')).toBe(networkOf('192.0.2.1'));
  for (const written of ['[2001:db8:1:2::1]:99', '[2001:db8:1:2::1]']) expect(networkOf(written)).toBe(home);
});

test('networks hold their addresses, however these are written, and no others', () => {
  const isProxy = addressMatcher(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', 'loopback']);
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '192.0.2.7',
    'fd12::1',
    '127.0.0.1',
    '::1',
    '10.1.2.3:80',
    '[::1]:80',
  ])
    expect([address, isProxy(address)]).toEqual([address, true]);
  for (const address of ['11.0.0.1', '192.0.2.8', 'fe80::1', '', 'nowhere'])
    expect([address, isProxy(address)]).toEqual([address, false]);
  expect(() => addressMatcher(['10.0.0.0/8', 'proxy.internal'])).toThrow('"proxy.internal" is no address');
});
