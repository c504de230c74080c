/** Tests the frames of WebSockets: the examples of RFC 6455, bytes that arrive in any parts, and invalid frames. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  encodeCloseCode,
  encodeWebSocketFrame,
  WebSocketDecoder,
  webSocketCloseCodes,
  webSocketOpcodes,
} from '#core/common/webSocketFrames.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const limit = 100_000;
const mask = Uint8Array.of(0x37, 0xfa, 0x21, 0x3d);
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

interface Decoded {
  readonly messages: readonly string[];
  readonly error?: number;
}

/** Decodes the bytes, which arrive in parts of a size. */
function decode(bytes: Uint8Array, isServer: boolean, size = bytes.length): Decoded {
  const decoder = new WebSocketDecoder(limit, isServer);
  const messages: string[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    // Decoding removes masks in place.
    const decoded = decoder.push(Uint8Array.from(bytes.subarray(from, from + size)));
    for (const { type, payload } of decoded.messages)
      messages.push(`${type}:${payload.length > 200 ? payload.length : Buffer.from(payload).toString('utf8')}`);
    if (decoded.error !== undefined) return { messages, error: decoded.error };
  }
  return { messages };
}

describe('frames of WebSockets', () => {
  // RFC 6455, section 5.7.
  const examples: readonly (readonly [title: string, hex: string, isServer: boolean, messages: readonly string[]])[] = [
    ['an unmasked text message', '81 05 48656c6c6f', false, ['text:Hello']],
    ['a masked text message', '81 85 37fa213d 7f9f4d5158', true, ['text:Hello']],
    ['a message in two frames', '01 03 48656c 80 02 6c6f', false, ['text:Hello']],
    ['a ping', '89 05 48656c6c6f', false, ['ping:Hello']],
    ['a masked pong', '8a 85 37fa213d 7f9f4d5158', true, ['pong:Hello']],
    ['a ping between two frames', '02 01 61 89 00 80 01 62', false, ['ping:', 'binary:ab']],
    ['an empty message', '82 00', false, ['binary:']],
    ['a message after a shorter one', '82 01 61 82 03 616263', false, ['binary:a', 'binary:abc']],
  ];
  for (const [title, hex, isServer, messages] of examples)
    test(`are decoded, whatever the parts in which they arrive: ${title}`, () => {
      const bytes = bytesOf(hex);
      for (let size = 1; size <= bytes.length; size += 1)
        assert.deepEqual(decode(bytes, isServer, size), { messages }, `${size} bytes at a time`);
    });

  test('are encoded like the examples of the RFC', () => {
    const hello = Buffer.from('Hello');
    assert.deepEqual(encodeWebSocketFrame(webSocketOpcodes.text, hello), bytesOf('81 05 48656c6c6f'));
    assert.deepEqual(encodeWebSocketFrame(webSocketOpcodes.text, hello, mask), bytesOf('81 85 37fa213d 7f9f4d5158'));
    assert.deepEqual(
      encodeWebSocketFrame(webSocketOpcodes.binary, new Uint8Array(256)).subarray(0, 4),
      bytesOf('82 7e 0100'),
    );
    assert.deepEqual(
      encodeWebSocketFrame(webSocketOpcodes.binary, new Uint8Array(65_536)).subarray(0, 10),
      bytesOf('82 7f 0000000000010000'),
    );
    assert.deepEqual(encodeCloseCode(webSocketCloseCodes.normal), bytesOf('03e8'));
  });

  for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 99_999])
    test(`with ${length} bytes keep their content`, () => {
      const payload = Uint8Array.from({ length }, (_, index) => index % 251);
      for (const key of [undefined, mask]) {
        const decoder = new WebSocketDecoder(limit, key !== undefined);
        const frame = encodeWebSocketFrame(webSocketOpcodes.binary, payload, key);
        const middle = Math.floor(frame.length / 2);
        const first = decoder.push(frame.slice(0, middle));
        assert.deepEqual(first, { messages: [] });
        const second = decoder.push(frame.slice(middle));
        assert.deepEqual(second, { messages: [{ type: 'binary', payload }] });
      }
    });

  const invalid: readonly (readonly [title: string, hex: string, isServer: boolean, error: number])[] = [
    ['reserved bits', 'c2 00', false, webSocketCloseCodes.protocolError],
    ['an unknown type', '83 00', false, webSocketCloseCodes.protocolError],
    ['a mask from a server', '82 80 00000000', false, webSocketCloseCodes.protocolError],
    ['no mask from a client', '82 00', true, webSocketCloseCodes.protocolError],
    ['a ping in several frames', '09 00', false, webSocketCloseCodes.protocolError],
    ['a ping with 126 bytes', '89 7e 007e', false, webSocketCloseCodes.protocolError],
    ['a continuation without a start', '80 00', false, webSocketCloseCodes.protocolError],
    ['a start inside a message', '02 00 82 00', false, webSocketCloseCodes.protocolError],
    ['a length above the limit', '82 7f 00000000000186a1', false, webSocketCloseCodes.tooLarge],
    ['the largest length', '82 7f ffffffffffffffff', false, webSocketCloseCodes.tooLarge],
  ];
  for (const [title, hex, isServer, error] of invalid)
    test(`are rejected: ${title}`, () => {
      for (const size of [1, 100]) assert.equal(decode(bytesOf(hex), isServer, size).error, error);
    });

  test('of one message are limited together', () => {
    const part = (opcode: number): Uint8Array => {
      const frame = encodeWebSocketFrame(opcode, new Uint8Array(60_000));
      frame[0] = opcode;
      return frame;
    };
    const both = Buffer.concat([part(webSocketOpcodes.binary), part(webSocketOpcodes.continuation)]);
    assert.equal(decode(both, false).error, webSocketCloseCodes.tooLarge);
  });

  test('that are complete before an invalid frame are decoded', () => {
    const bytes = bytesOf('82 01 61 89 00 82 01 62 83 00');
    for (let size = 1; size <= bytes.length; size += 1)
      assert.deepEqual(
        decode(bytes, false, size),
        { messages: ['binary:a', 'ping:', 'binary:b'], error: webSocketCloseCodes.protocolError },
        `${size} bytes at a time`,
      );
  });

  test('are joined in any number of parts, without memory for each part', () => {
    const decoder = new WebSocketDecoder(limit, false);
    assert.deepEqual(decoder.push(bytesOf('02 01 61')), { messages: [] });
    const memory = usedMemory();
    const empty = Buffer.alloc(200_000);
    for (let count = 0; count < 20; count += 1) assert.deepEqual(decoder.push(empty), { messages: [] });
    // Each of the 2 million empty frames would need more than 50 bytes.
    assert.ok(usedMemory() - memory < 20_000_000, `${usedMemory() - memory} bytes`);
    const end = decoder.push(bytesOf('80 01 62'));
    assert.deepEqual(
      end.messages.map(({ payload }) => Buffer.from(payload).toString()),
      ['ab'],
    );
  });

  test('that arrive byte by byte need no memory for each byte', () => {
    const large = 4_000_000;
    const decoder = new WebSocketDecoder(large, false);
    const frame = encodeWebSocketFrame(webSocketOpcodes.binary, new Uint8Array(large));
    const memory = usedMemory();
    for (const byte of frame.subarray(0, 1_000_000)) decoder.push(Uint8Array.of(byte));
    assert.ok(usedMemory() - memory < 30_000_000, `${usedMemory() - memory} bytes`);
    const [message] = decoder.push(frame.subarray(1_000_000)).messages;
    assert.equal(message?.payload.length, large);
  });
});

/** Returns the memory in use in bytes, after a garbage collection. */
function usedMemory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
