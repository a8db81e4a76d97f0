import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('all addresses of one home are one network, however they are written, and those of two are two', () => {
  const home = networkOf('2001:db8:1:2::1');
  expect(networkOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toBe(home);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(home);
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('192.0.2.2')).not.toBe(networkOf('192.0.2.1'));
  expect(networkOf('nowhere')).toBe('nowhere');
});
