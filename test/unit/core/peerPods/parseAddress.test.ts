/** Tests the parser for IP addresses with the cases of Go's net/netip. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareAddresses, parseAddress } from '#core/peerPods/parseAddress.ts';

describe('parseAddress', () => {
  test('accepts the addresses that Go accepts', () => {
    for (const [text, value] of [
      ['0.0.0.0', 0n],
      ['192.168.140.255', 3_232_271_615n],
      ['::', 0n],
      ['::1', 1n],
      ['fd7a:115c:a1e0:ab12:4843:cd96:626b:430b', 0xfd7a115ca1e0ab124843cd96626b430bn],
      ['fd7a:115c::626b:430b', 0xfd7a115c0000000000000000626b430bn],
      ['::ffff:192.168.140.255', 0xffffc0a88cffn],
      ['1:2:3:4:5:6:1.2.3.4', 0x00010002000300040005000601020304n],
      ['fe80::1%eth0', 0xfe800000000000000000000000000001n],
    ] as const)
      assert.equal(parseAddress(text)?.value, value, text);
  });

  test('rejects the texts that Go rejects', () => {
    for (const text of [
      '',
      'bad',
      '10.0.0.300',
      '10.0.0',
      '1.2.3.4.5',
      '010.0.0.1',
      '1.2.3.',
      ' 10.0.0.1',
      '10.0.0.0/24',
      ':1',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '1:2:3:4:5:6:7:8::',
      '12345::',
      '::g',
      '1.2.3.4::',
      'fe80::1%',
      'a'.repeat(100_000),
    ])
      assert.equal(parseAddress(text), undefined, text.slice(0, 40));
  });

  test('sorts IPv4 addresses before IPv6 addresses', () => {
    const sorted = ['10.0.0.2', '10.0.0.10', '::1', '::2'].map((text) => parseAddress(text));
    for (const [index, address] of sorted.entries())
      for (const [other, second] of sorted.entries())
        if (address !== undefined && second !== undefined)
          assert.equal(Math.sign(compareAddresses(address, second)), Math.sign(index - other));
  });
});
