/**
 * Encodes and decodes the frames of WebSocket connections, without extensions. The client and the simulator use the
 * same code. Source: RFC 6455, sections 5 and 7.
 */

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

/** The messages that are complete, and the close code if an invalid frame followed them. */
export interface DecodedMessages {
  readonly messages: readonly WebSocketMessage[];
  readonly error?: number;
}

/** Length of the longest header in bytes: two bytes, a length of eight bytes, and a mask. */
const longestHeader = 14;

/**
 * Decodes the bytes of a connection to messages, however they are split. The memory that it uses doesn't depend on the
 * number of frames or chunks in which a message arrives, because its bytes are copied.
 */
export class WebSocketDecoder {
  readonly #limit: number;
  readonly #isServer: boolean;
  /** The header of the next frame, up to `#headLength`. */
  readonly #head = new Uint8Array(longestHeader);
  #headLength = 0;
  #header: FrameHeader | undefined;
  /** The payload of a frame that arrives in several chunks, up to `#payloadLength`. */
  #payload: Uint8Array | undefined;
  #payloadLength = 0;
  /** The start of a message of several frames, up to `#messageLength`. */
  #message = new Uint8Array();
  #messageLength = 0;
  #messageType: 'text' | 'binary' | undefined;

  /**
   * Creates a decoder.
   * @param limit maximum length of a message in bytes
   * @param isServer true to decode the frames of a client, which are masked
   */
  constructor(limit: number, isServer: boolean) {
    this.#limit = limit;
    this.#isServer = isServer;
  }

  /** Adds bytes. Returns the messages that are now complete. After an error, no more bytes can be decoded. */
  push(chunk: Uint8Array): DecodedMessages {
    const messages: WebSocketMessage[] = [];
    let rest = chunk;
    for (;;) {
      if (this.#header === undefined) {
        const { header, used } = this.#readHeader(rest);
        if (typeof header === 'number') return { messages, error: header };
        if (header === undefined) return { messages };
        this.#header = header;
        rest = rest.subarray(used);
      }
      const header = this.#header;
      const missing = header.length - this.#payloadLength;
      const payload = this.#addPayload(rest.subarray(0, missing), header.length);
      if (payload === undefined) return { messages };
      rest = rest.subarray(missing);
      this.#header = undefined;
      if (header.mask !== undefined) applyMask(payload, header.mask);
      const message = this.#complete(header, payload);
      if (typeof message === 'number') return { messages, error: message };
      if (message !== undefined) messages.push(message);
    }
  }

  /**
   * Returns the next header, undefined if it is incomplete, or the close code if it is invalid, with the number of
   * bytes that belong to it.
   */
  #readHeader(bytes: Uint8Array): { readonly header: FrameHeader | number | undefined; readonly used: number } {
    let used = 0;
    for (;;) {
      const size = this.#headLength < 2 ? 2 : headerSize(this.#head);
      const part = bytes.subarray(used, used + size - this.#headLength);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
      used += part.length;
      if (this.#headLength < size) return { header: undefined, used };
      if (this.#headLength === 2 && !this.#isValidStart()) return { header: webSocketCloseCodes.protocolError, used };
      if (this.#headLength === headerSize(this.#head)) break;
    }
    this.#headLength = 0;
    return { header: this.#parseHeader(), used };
  }

  /** Checks the first two bytes of a header. The reserved bits belong to extensions, which are never negotiated. */
  #isValidStart(): boolean {
    const [first = 0, second = 0] = this.#head;
    return (first & 0x70) === 0 && ((second & 0x80) !== 0) === this.#isServer;
  }

  #parseHeader(): FrameHeader | number {
    const [first = 0, second = 0] = this.#head;
    const view = new DataView(this.#head.buffer);
    const short = second & 0x7f;
    const length = short === 126 ? view.getUint16(2) : short === 127 ? Number(view.getBigUint64(2)) : short;
    if (length + this.#messageLength > this.#limit) return webSocketCloseCodes.tooLarge;
    const opcode = first & 0x0f;
    const isFinal = (first & 0x80) !== 0;
    if (opcode >= 8 && (!isFinal || length > maxControlPayload)) return webSocketCloseCodes.protocolError;
    const size = headerSize(this.#head);
    return { isFinal, opcode, length, mask: this.#isServer ? this.#head.slice(size - maskLength, size) : undefined };
  }

  /** Adds bytes to the payload of a frame. Returns the payload if it is complete. */
  #addPayload(part: Uint8Array, length: number): Uint8Array | undefined {
    if (this.#payload === undefined && part.length === length) return part;
    this.#payload ??= new Uint8Array(length);
    this.#payload.set(part, this.#payloadLength);
    this.#payloadLength += part.length;
    if (this.#payloadLength < length) return undefined;
    const payload = this.#payload;
    this.#payload = undefined;
    this.#payloadLength = 0;
    return payload;
  }

  /** Returns the message that a frame completes, undefined if it needs more frames, or the close code. */
  #complete({ isFinal, opcode }: FrameHeader, payload: Uint8Array): WebSocketMessage | number | undefined {
    const control = controlTypes.get(opcode);
    if (control !== undefined) return { type: control, payload };
    if (opcode > webSocketOpcodes.binary) return webSocketCloseCodes.protocolError;
    const isFirst = opcode !== webSocketOpcodes.continuation;
    if (isFirst !== (this.#messageType === undefined)) return webSocketCloseCodes.protocolError;
    const type = this.#messageType ?? (opcode === webSocketOpcodes.text ? 'text' : 'binary');
    if (isFirst && isFinal) return { type, payload };
    this.#messageType = type;
    this.#addToMessage(payload);
    if (!isFinal) return undefined;
    const whole = this.#message.subarray(0, this.#messageLength);
    this.#message = new Uint8Array();
    this.#messageLength = 0;
    this.#messageType = undefined;
    return { type, payload: whole };
  }

  /** Adds a frame to a message of several frames. The size of the memory doubles, up to the limit. */
  #addToMessage(payload: Uint8Array): void {
    const length = this.#messageLength + payload.length;
    if (length > this.#message.length) {
      const larger = new Uint8Array(Math.min(this.#limit, Math.max(length, this.#message.length * 2)));
      larger.set(this.#message.subarray(0, this.#messageLength));
      this.#message = larger;
    }
    this.#message.set(payload, this.#messageLength);
    this.#messageLength = length;
  }
}

/** Returns the length of a header in bytes, which its first two bytes determine. */
function headerSize(head: Uint8Array): number {
  const second = head[1] ?? 0;
  const short = second & 0x7f;
  return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + ((second & 0x80) === 0 ? 0 : maskLength);
}

function applyMask(bytes: Uint8Array, mask: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (mask[at & 3] ?? 0);
}
