import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  spacesPreventStart,
  isGoDuration,
  isPort,
  parseTags,
  readBoolean,
  readDuration,
  readInteger,
  readsEnvironmentVariables,
  readUnsigned,
  splitList,
} from '#core/peerPods/parseGoValues.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';

const release = (id: string): Release => findRelease(id) ?? newestRelease;
const [r19, r111, r112] = [release('1.9'), release('1.11'), release('1.12')];
const read = <T>(value: T) => ({ outcome: 'read', value });

test('cloud-api-adaptor reads the environment in OSC 1.12 but not in earlier releases', () => {
  assert.deepEqual([r19, r111, r112].map(readsEnvironmentVariables), [false, false, true]);
});

suite('duration parsing', () => {
  for (const text of [
    '5m',
    '90s',
    '1h30m',
    '1.5s',
    '.5s',
    '1.s',
    '-2ms',
    '+3us',
    '100ns',
    '2µs',
    '2μs',
    '0',
    '-0',
    '+0',
    '0s',
    '1m1m',
    '2562047h',
  ]) {
    test(`accepts ${text}`, () => assert.ok(isGoDuration(text)));
  }
  for (const text of [
    '',
    '5',
    '5 min',
    '5min',
    '1d',
    '5 m',
    ' 5m',
    '5m ',
    'm',
    '.',
    '.s',
    '-',
    '1,5s',
    '5M',
    '00',
    '1e3s',
    '2562048h',
  ]) {
    test(`rejects ${JSON.stringify(text)}`, () => assert.ok(!isGoDuration(text)));
  }

  test('returns seconds', () => {
    assert.deepEqual(readDuration('5m', r112), read(300));
    assert.deepEqual(readDuration('1h30m', r111), read(5400));
    assert.deepEqual(readDuration('-1.5s', r112), read(-1.5));
  });

  test('ignores invalid values in OSC 1.12 and stops in OSC 1.11', () => {
    for (const text of ['5', '5 min']) {
      assert.deepEqual(readDuration(text, r112), { outcome: 'ignored' }, text);
      assert.deepEqual(readDuration(text, r111), { outcome: 'stops' }, text);
    }
    assert.deepEqual(readDuration('', r112), { outcome: 'unset' });
    assert.deepEqual(readDuration(' 5m ', r111), read(300), 'the shell drops blanks at the ends');
    assert.deepEqual(readDuration(' 5m ', r112), { outcome: 'ignored' }, 'Go does not');
  });
});

suite('boolean parsing', () => {
  test('accepts 1 and true in any case in OSC 1.12', () => {
    for (const text of ['true', 'TRUE', 'True', '1']) assert.deepEqual(readBoolean(text, r112), read(true), text);
    for (const text of ['false', 'yes', 't', 'on', 'true ', '0'])
      assert.deepEqual(readBoolean(text, r112), read(false), text);
    assert.deepEqual(readBoolean('false', r112, 'TLS_SKIP_VERIFY'), read(false));
  });

  test('accepts only the exact text true in OSC 1.11', () => {
    assert.deepEqual(readBoolean('true', r111, 'DISABLECVM'), read(true));
    for (const text of ['True', '1', 'yes']) assert.deepEqual(readBoolean(text, r111, 'DISABLECVM'), read(false), text);
  });

  test('treats any text as true for two keys in OSC 1.11', () => {
    for (const key of ['TLS_SKIP_VERIFY', 'EXTERNAL_NETWORK_VIA_PODVM']) {
      assert.deepEqual(readBoolean('false', r111, key), read(true), key);
      assert.deepEqual(readBoolean('', r111, key), { outcome: 'unset' }, key);
    }
  });
});

suite('integer parsing', () => {
  test('reads leading digits in OSC 1.12', () => {
    assert.deepEqual(readInteger('10', r112), read(10));
    assert.deepEqual(readInteger('10GB', r112), { outcome: 'read', value: 10, dropped: 'GB' });
    assert.deepEqual(readInteger('1.5', r112), { outcome: 'read', value: 1, dropped: '.5' });
    assert.deepEqual(readInteger(' -3', r112), read(-3));
    assert.deepEqual(readInteger('+3', r112), read(3));
    assert.deepEqual(readInteger('0x10', r112), { outcome: 'read', value: 0, dropped: 'x10' });
    for (const text of ['abc', 'GB10', '-', '\n10', '99999999999999999999'])
      assert.deepEqual(readInteger(text, r112), { outcome: 'ignored' }, text);
    assert.deepEqual(readInteger('', r112), { outcome: 'unset' });
  });

  test('requires a complete number in OSC 1.11', () => {
    assert.deepEqual(readInteger('10', r111), read(10));
    for (const text of ['10GB', 'abc', '10 GB', '1.5', '08', '_1', '1__0'])
      assert.deepEqual(readInteger(text, r111), { outcome: 'stops' }, text);
    for (const [text, value] of [
      ['0x10', 16],
      ['010', 8],
      ['0b11', 3],
      ['1_000', 1000],
      ['-5', -5],
      [' 7 ', 7],
      ['0', 0],
    ] as const) {
      assert.deepEqual(readInteger(text, r111), read(value), text);
    }
  });

  test('reads unsigned numbers', () => {
    assert.deepEqual(readUnsigned('2', r112), read(2));
    for (const text of ['-2', '+2', '2x', ' 2', '4294967296'])
      assert.deepEqual(readUnsigned(text, r112), { outcome: 'ignored' }, text);
    assert.deepEqual(readUnsigned('4294967295', r112), read(4_294_967_295));
    assert.deepEqual(readUnsigned('-2', r111), { outcome: 'stops' });
    assert.deepEqual(readUnsigned('8192', r111), read(8192));
  });

  test('recognizes valid ports', () => {
    for (const port of [1, 9000, 65_535]) assert.ok(isPort(port));
    for (const port of [0, -1, 65_536, 1.5, Number.NaN]) assert.ok(!isPort(port));
  });
});

suite('list parsing', () => {
  const texts = (reading: ReturnType<typeof splitList>) =>
    reading.outcome === 'read'
      ? reading.value.map(({ text, neverMatches }) => (neverMatches ? `(${text})` : text))
      : reading.outcome;

  test('keeps spaces in OSC 1.12, so that the element never matches', () => {
    assert.deepEqual(texts(splitList('t2.small,t3.large', r112, 'PODVM_INSTANCE_TYPES')), ['t2.small', 't3.large']);
    assert.deepEqual(texts(splitList('t2.small, t3.large', r112, 'PODVM_INSTANCE_TYPES')), ['t2.small', '( t3.large)']);
    assert.deepEqual(texts(splitList('a,', r112, 'AWS_SG_IDS')), ['a', '()']);
  });

  test('trims spaces on IBM Cloud in OSC 1.12', () => {
    assert.deepEqual(texts(splitList('bx2-2x8, bx2-4x16', r112, 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST')), [
      'bx2-2x8',
      'bx2-4x16',
    ]);
    assert.deepEqual(texts(splitList('bx2-2x8, bx2-4x16', r111, 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST')), [
      'bx2-2x8',
      '( bx2-4x16)',
    ]);
  });

  test('stops at spaces in OSC 1.11 unless the script removes them', () => {
    assert.equal(texts(splitList('t2.small, t3.large', r111, 'PODVM_INSTANCE_TYPES')), 'stops');
    assert.equal(texts(splitList('sg-1, sg-2', r111, 'AWS_SG_IDS')), 'stops');
    assert.deepEqual(texts(splitList('a, b', r111, 'AZURE_INSTANCE_SIZES')), ['a', 'b']);
    assert.equal(texts(splitList('a ,b', r111, 'AZURE_INSTANCE_SIZES')), 'stops');
    assert.deepEqual(texts(splitList(' a,b ', r111, 'PODVM_INSTANCE_TYPES')), ['a', 'b']);
  });

  test('treats an empty list as unset', () => {
    assert.equal(texts(splitList('', r112, 'PODVM_INSTANCE_TYPES')), 'unset');
  });

  test('stops at spaces in other unquoted values in OSC 1.11', () => {
    assert.ok(spacesPreventStart('us east', r111, 'AWS_REGION'));
    assert.ok(!spacesPreventStart('us east', r112, 'AWS_REGION'));
    assert.ok(!spacesPreventStart(' us-east-2 ', r111, 'AWS_REGION'));
    assert.ok(!spacesPreventStart('my group', r111, 'AZURE_RESOURCE_GROUP'), 'the script quotes it');
    assert.ok(!spacesPreventStart('{ "type": "service_account" }', r111, 'GCP_CREDENTIALS'), 'it is no argument');
  });
});

suite('tag parsing', () => {
  test('parses the documented format', () => {
    const { outcome, tags, bad } = parseTags('key1=value1,key2=value2', r112);
    assert.deepEqual([outcome, tags, bad], ['read', { key1: 'value1', key2: 'value2' }, []]);
  });

  test('trims keys and values and splits at the first equals sign', () => {
    assert.deepEqual(parseTags(' a = b , c = d=e', r112).tags, { a: 'b', c: 'd=e' });
  });

  test('loses tags after the first invalid one in OSC 1.12', () => {
    assert.deepEqual(parseTags('a=1,b:2,c=3,d', r112), {
      outcome: 'read',
      tags: { a: '1' },
      bad: ['b:2', 'd'],
      lost: ['c=3'],
    });
    assert.deepEqual(parseTags('a=1,', r112), { outcome: 'read', tags: { a: '1' }, bad: [''], lost: [] });
  });

  test('stops at an invalid tag in OSC 1.11', () => {
    assert.deepEqual(parseTags('a=1,b:2', r111), { outcome: 'stops', tags: {}, bad: ['b:2'], lost: [] });
    assert.deepEqual(parseTags('a=1, b=2', r111).tags, { a: '1', b: '2' });
    assert.equal(parseTags('a=1 2', r111).outcome, 'stops');
    assert.equal(parseTags('a=1 2', r112).outcome, 'read');
  });

  test('treats empty tags as unset', () => {
    assert.deepEqual(parseTags('', r112), { outcome: 'unset', tags: {}, bad: [], lost: [] });
  });

  test('accepts names of object properties as keys', () => {
    assert.equal(Object.hasOwn(parseTags('__proto__=x', r112).tags, '__proto__'), true);
  });
});
