/**
 * Encodes and decodes the frames of WebSocket connections, without extensions. The client and the simulator use the
 * same code. Source: RFC 6455, sections 5 and 7.
 */
import { fail, succeed, type Result } from './result.ts';

/** Types of frames. */
export const webSocketOpcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Codes of close frames: the connection ends as planned, the peer sent an invalid frame, or a message is too large. */
export const webSocketCloseCodes = { normal: 1000, protocolError: 1002, tooLarge: 1009 } as const;

/** A complete message, or a control frame. */
export interface WebSocketMessage {
  readonly type: 'text' | 'binary' | 'close' | 'ping' | 'pong';
  readonly payload: Uint8Array;
}

interface FrameHeader {
  readonly isFinal: boolean;
  readonly opcode: number;
  /** Length of the payload in bytes. */
  readonly length: number;
  readonly mask: Uint8Array | undefined;
}

const controlTypes: ReadonlyMap<number, WebSocketMessage['type']> = new Map([
  [webSocketOpcodes.close, 'close'],
  [webSocketOpcodes.ping, 'ping'],
  [webSocketOpcodes.pong, 'pong'],
]);
const maxControlPayload = 125;
const maskLength = 4;

/**
 * Encodes a frame that contains a complete message.
 * @param mask four random bytes, which a client must use; undefined for a server
 */
export function encodeWebSocketFrame(opcode: number, payload: Uint8Array, mask?: Uint8Array): Uint8Array {
  const { length } = payload;
  const lengthBytes = length <= maxControlPayload ? 0 : length <= 0xffff ? 2 : 8;
  const start = 2 + lengthBytes + (mask === undefined ? 0 : maskLength);
  const frame = new Uint8Array(start + length);
  const view = new DataView(frame.buffer);
  const maskBit = mask === undefined ? 0 : 0x80;
  frame[0] = 0x80 | opcode;
  frame[1] = maskBit | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) view.setUint16(2, length);
  if (lengthBytes === 8) view.setBigUint64(2, BigInt(length));
  frame.set(payload, start);
  if (mask !== undefined) {
    frame.set(mask, start - maskLength);
    applyMask(frame.subarray(start), mask);
  }
  return frame;
}

/** Encodes the payload of a close frame. */
export function encodeCloseCode(code: number): Uint8Array {
  return new Uint8Array([code >> 8, code & 0xff]);
}

/** Decodes the bytes of a connection to messages, however they are split. */
export class WebSocketDecoder {
  readonly #limit: number;
  readonly #isServer: boolean;
  #chunks: Uint8Array[] = [];
  #available = 0;
  #header: FrameHeader | undefined;
  /** The parts of a message of several frames. */
  #parts: Uint8Array[] = [];
  #partsLength = 0;
  #partsType: 'text' | 'binary' | undefined;

  /**
   * Creates a decoder.
   * @param limit maximum length of a message in bytes
   * @param isServer true to decode the frames of a client, which are masked
   */
  constructor(limit: number, isServer: boolean) {
    this.#limit = limit;
    this.#isServer = isServer;
  }

  /** Adds bytes. Returns the messages that are now complete, or the close code for an invalid frame. */
  push(chunk: Uint8Array): Result<readonly WebSocketMessage[], number> {
    if (chunk.length > 0) this.#chunks.push(chunk);
    this.#available += chunk.length;
    const messages: WebSocketMessage[] = [];
    for (;;) {
      const header = this.#header ?? this.#readHeader();
      if (typeof header === 'number') return fail(header);
      this.#header = header;
      if (header === undefined || this.#available < header.length) return succeed(messages);
      this.#header = undefined;
      const payload = this.#take(header.length);
      if (header.mask !== undefined) applyMask(payload, header.mask);
      const message = this.#complete(header, payload);
      if (typeof message === 'number') return fail(message);
      if (message !== undefined) messages.push(message);
    }
  }

  /** Returns the next header, undefined if it is incomplete, or the close code if it is invalid. */
  #readHeader(): FrameHeader | number | undefined {
    if (this.#available < 2) return undefined;
    const [first, second] = [this.#byteAt(0), this.#byteAt(1)];
    const isMasked = (second & 0x80) !== 0;
    // The reserved bits belong to extensions, which are never negotiated.
    if ((first & 0x70) !== 0 || isMasked !== this.#isServer) return webSocketCloseCodes.protocolError;
    const short = second & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const size = 2 + lengthBytes + (isMasked ? maskLength : 0);
    if (this.#available < size) return undefined;
    const bytes = this.#take(size);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const length = lengthBytes === 0 ? short : lengthBytes === 2 ? view.getUint16(2) : Number(view.getBigUint64(2));
    if (length + this.#partsLength > this.#limit) return webSocketCloseCodes.tooLarge;
    const opcode = first & 0x0f;
    const isFinal = (first & 0x80) !== 0;
    if (opcode >= 8 && (!isFinal || length > maxControlPayload)) return webSocketCloseCodes.protocolError;
    return { isFinal, opcode, length, mask: isMasked ? bytes.slice(size - maskLength) : undefined };
  }

  /** Returns the message that a frame completes, undefined if it needs more frames, or the close code. */
  #complete({ isFinal, opcode }: FrameHeader, payload: Uint8Array): WebSocketMessage | number | undefined {
    const control = controlTypes.get(opcode);
    if (control !== undefined) return { type: control, payload };
    if (opcode > webSocketOpcodes.binary) return webSocketCloseCodes.protocolError;
    const isFirst = opcode !== webSocketOpcodes.continuation;
    if (isFirst !== (this.#partsType === undefined)) return webSocketCloseCodes.protocolError;
    const type = this.#partsType ?? (opcode === webSocketOpcodes.text ? 'text' : 'binary');
    if (isFirst && isFinal) return { type, payload };
    this.#partsType = type;
    this.#parts.push(payload);
    this.#partsLength += payload.length;
    if (!isFinal) return undefined;
    const whole = concatenate(this.#parts, this.#partsLength);
    this.#parts = [];
    this.#partsLength = 0;
    this.#partsType = undefined;
    return { type, payload: whole };
  }

  #byteAt(index: number): number {
    let left = index;
    for (const chunk of this.#chunks) {
      const byte = chunk[left];
      if (byte !== undefined) return byte;
      left -= chunk.length;
    }
    return 0;
  }

  /** Removes and returns bytes. The caller checks that they are available. */
  #take(count: number): Uint8Array {
    this.#available -= count;
    const taken: Uint8Array[] = [];
    let left = count;
    let used = 0;
    for (const chunk of this.#chunks) {
      if (left < chunk.length) {
        if (left > 0) taken.push(chunk.subarray(0, left));
        this.#chunks[used] = chunk.subarray(left);
        left = 0;
        break;
      }
      taken.push(chunk);
      left -= chunk.length;
      used += 1;
    }
    this.#chunks.splice(0, used);
    const [only] = taken;
    return only !== undefined && taken.length === 1 ? only : concatenate(taken, count);
  }
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function applyMask(bytes: Uint8Array, mask: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at & 3] ?? 0);
}
