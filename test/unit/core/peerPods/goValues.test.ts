import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  blanksStop,
  isGoDuration,
  isPort,
  parseTags,
  readBoolean,
  readDuration,
  readInteger,
  readsEnvironment,
  readUnsigned,
  splitList,
} from '../../../../core/peerPods/goValues.ts';
import { findRelease, newestRelease, type Release } from '../../../../core/releases.ts';

const release = (id: string): Release => findRelease(id) ?? newestRelease;
const [r19, r111, r112] = [release('1.9'), release('1.11'), release('1.12')];
const read = <T>(value: T) => ({ outcome: 'read', value });

test('two generations', () => {
  assert.deepEqual([r19, r111, r112].map(readsEnvironment), [false, false, true]);
});

suite('durations', () => {
  for (const text of ['5m', '90s', '1h30m', '1.5s', '.5s', '1.s', '-2ms', '+3us', '100ns', '2µs', '2μs', '0', '-0', '+0', '0s', '1m1m', '2562047h']) {
    test(`${text} is one`, () => assert.ok(isGoDuration(text)));
  }
  for (const text of ['', '5', '5 min', '5min', '1d', '5 m', ' 5m', '5m ', 'm', '.', '.s', '-', '1,5s', '5M', '00', '1e3s', '2562048h']) {
    test(`${text || '(empty)'} is none`, () => assert.ok(!isGoDuration(text)));
  }

  test('in seconds', () => {
    assert.deepEqual(readDuration('5m', r112), read(300));
    assert.deepEqual(readDuration('1h30m', r111), read(5400));
    assert.deepEqual(readDuration('-1.5s', r112), read(-1.5));
  });

  test('what cannot be read: the default, or no start', () => {
    for (const text of ['5', '5 min']) {
      assert.deepEqual(readDuration(text, r112), { outcome: 'ignored' }, text);
      assert.deepEqual(readDuration(text, r111), { outcome: 'stops' }, text);
    }
    assert.deepEqual(readDuration('', r112), { outcome: 'unset' });
    assert.deepEqual(readDuration(' 5m ', r111), read(300), 'the shell drops blanks at the ends');
    assert.deepEqual(readDuration(' 5m ', r112), { outcome: 'ignored' }, 'Go does not');
  });
});

suite('booleans', () => {
  test('OSC 1.12: 1 or true in any case, all else is false', () => {
    for (const text of ['true', 'TRUE', 'True', '1']) assert.deepEqual(readBoolean(text, r112), read(true), text);
    for (const text of ['false', 'yes', 't', 'on', 'true ', '0']) assert.deepEqual(readBoolean(text, r112), read(false), text);
    assert.deepEqual(readBoolean('false', r112, 'TLS_SKIP_VERIFY'), read(false));
  });

  test('before: the exact text true', () => {
    assert.deepEqual(readBoolean('true', r111, 'DISABLECVM'), read(true));
    for (const text of ['True', '1', 'yes']) assert.deepEqual(readBoolean(text, r111, 'DISABLECVM'), read(false), text);
  });

  test('before: two keys that any text turns on', () => {
    for (const key of ['TLS_SKIP_VERIFY', 'EXTERNAL_NETWORK_VIA_PODVM']) {
      assert.deepEqual(readBoolean('false', r111, key), read(true), key);
      assert.deepEqual(readBoolean('', r111, key), { outcome: 'unset' }, key);
    }
  });
});

suite('whole numbers', () => {
  test('OSC 1.12 takes the digits in front', () => {
    assert.deepEqual(readInteger('10', r112), read(10));
    assert.deepEqual(readInteger('10GB', r112), { outcome: 'read', value: 10, dropped: 'GB' });
    assert.deepEqual(readInteger('1.5', r112), { outcome: 'read', value: 1, dropped: '.5' });
    assert.deepEqual(readInteger(' -3', r112), read(-3));
    assert.deepEqual(readInteger('+3', r112), read(3));
    assert.deepEqual(readInteger('0x10', r112), { outcome: 'read', value: 0, dropped: 'x10' });
    for (const text of ['abc', 'GB10', '-', '\n10', '99999999999999999999']) assert.deepEqual(readInteger(text, r112), { outcome: 'ignored' }, text);
    assert.deepEqual(readInteger('', r112), { outcome: 'unset' });
  });

  test('before, all of it or no start', () => {
    assert.deepEqual(readInteger('10', r111), read(10));
    for (const text of ['10GB', 'abc', '10 GB', '1.5', '08', '_1', '1__0']) assert.deepEqual(readInteger(text, r111), { outcome: 'stops' }, text);
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

  test('without a sign', () => {
    assert.deepEqual(readUnsigned('2', r112), read(2));
    for (const text of ['-2', '+2', '2x', ' 2', '4294967296']) assert.deepEqual(readUnsigned(text, r112), { outcome: 'ignored' }, text);
    assert.deepEqual(readUnsigned('4294967295', r112), read(4_294_967_295));
    assert.deepEqual(readUnsigned('-2', r111), { outcome: 'stops' });
    assert.deepEqual(readUnsigned('8192', r111), read(8192));
  });

  test('ports', () => {
    for (const port of [1, 9000, 65_535]) assert.ok(isPort(port));
    for (const port of [0, -1, 65_536, 1.5, Number.NaN]) assert.ok(!isPort(port));
  });
});

suite('lists', () => {
  const texts = (reading: ReturnType<typeof splitList>) =>
    reading.outcome === 'read' ? reading.value.map(({ text, neverMatches }) => (neverMatches ? `(${text})` : text)) : reading.outcome;

  test('OSC 1.12 keeps blanks, so that an element matches nothing', () => {
    assert.deepEqual(texts(splitList('t2.small,t3.large', r112, 'PODVM_INSTANCE_TYPES')), ['t2.small', 't3.large']);
    assert.deepEqual(texts(splitList('t2.small, t3.large', r112, 'PODVM_INSTANCE_TYPES')), ['t2.small', '( t3.large)']);
    assert.deepEqual(texts(splitList('a,', r112, 'AWS_SG_IDS')), ['a', '()']);
  });

  test('but not on IBM Cloud', () => {
    assert.deepEqual(texts(splitList('bx2-2x8, bx2-4x16', r112, 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST')), ['bx2-2x8', 'bx2-4x16']);
    assert.deepEqual(texts(splitList('bx2-2x8, bx2-4x16', r111, 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST')), ['bx2-2x8', '( bx2-4x16)']);
  });

  test('before, a blank keeps it from starting, but where the script tidies', () => {
    assert.equal(texts(splitList('t2.small, t3.large', r111, 'PODVM_INSTANCE_TYPES')), 'stops');
    assert.equal(texts(splitList('sg-1, sg-2', r111, 'AWS_SG_IDS')), 'stops');
    assert.deepEqual(texts(splitList('a, b', r111, 'AZURE_INSTANCE_SIZES')), ['a', 'b']);
    assert.equal(texts(splitList('a ,b', r111, 'AZURE_INSTANCE_SIZES')), 'stops');
    assert.deepEqual(texts(splitList(' a,b ', r111, 'PODVM_INSTANCE_TYPES')), ['a', 'b']);
  });

  test('empty is unset', () => {
    assert.equal(texts(splitList('', r112, 'PODVM_INSTANCE_TYPES')), 'unset');
  });

  test('blanks in other values', () => {
    assert.ok(blanksStop('us east', r111, 'AWS_REGION'));
    assert.ok(!blanksStop('us east', r112, 'AWS_REGION'));
    assert.ok(!blanksStop(' us-east-2 ', r111, 'AWS_REGION'));
    assert.ok(!blanksStop('my group', r111, 'AZURE_RESOURCE_GROUP'), 'the script quotes it');
    assert.ok(!blanksStop('{ "type": "service_account" }', r111, 'GCP_CREDENTIALS'), 'it is no argument');
  });
});

suite('tags', () => {
  test('as the document has them', () => {
    const { outcome, tags, bad } = parseTags('key1=value1,key2=value2', r112);
    assert.deepEqual([outcome, tags, bad], ['read', { key1: 'value1', key2: 'value2' }, []]);
  });

  test('keys and values are trimmed, and only the first = counts', () => {
    assert.deepEqual(parseTags(' a = b , c = d=e', r112).tags, { a: 'b', c: 'd=e' });
  });

  test('OSC 1.12 loses all after the first bad one', () => {
    assert.deepEqual(parseTags('a=1,b:2,c=3,d', r112), { outcome: 'read', tags: { a: '1' }, bad: ['b:2', 'd'], lost: ['c=3'] });
    assert.deepEqual(parseTags('a=1,', r112), { outcome: 'read', tags: { a: '1' }, bad: [''], lost: [] });
  });

  test('before, it does not start', () => {
    assert.deepEqual(parseTags('a=1,b:2', r111), { outcome: 'stops', tags: {}, bad: ['b:2'], lost: [] });
    assert.deepEqual(parseTags('a=1, b=2', r111).tags, { a: '1', b: '2' });
    assert.equal(parseTags('a=1 2', r111).outcome, 'stops');
    assert.equal(parseTags('a=1 2', r112).outcome, 'read');
  });

  test('empty is unset', () => {
    assert.deepEqual(parseTags('', r112), { outcome: 'unset', tags: {}, bad: [], lost: [] });
  });

  test('names of objects are ordinary keys', () => {
    assert.equal(Object.hasOwn(parseTags('__proto__=x', r112).tags, '__proto__'), true);
  });
});
