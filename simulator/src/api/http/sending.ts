/** Sends response bytes and applies faults to them. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Outlet } from './apiResponse.ts';
import type { FaultEffect } from './faults.ts';

/** Maximum number of buffered bytes. If a client doesn't read its watch, it's disconnected at this limit. */
const streamLimit = 64 * 1024 * 1024;

/** Opens a stream. Text that is written in the same turn of the event loop is sent together. */
export function openOutlet(socket: Socket, response: ServerResponse, effect: FaultEffect | undefined): Outlet {
  let waiting: string[] = [];
  let scheduled = false;
  let ended = false;
  let written = 0;
  const limit = (effect?.kind === 'reset' || effect?.kind === 'halfOpen' ? effect.afterBytes : undefined) ?? Infinity;
  const flush = (): void => {
    scheduled = false;
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    if (response.destroyed) return;
    if (written + bytes.length > limit) {
      response.write(bytes.subarray(0, Math.max(0, limit - written)));
      written = Infinity;
      if (effect?.kind === 'reset') setImmediate(() => socket.destroy());
      return;
    }
    written += bytes.length;
    if (effect?.kind === 'splitUtf8') for (const part of splitInside(bytes)) response.write(part);
    else if (bytes.length > 0) response.write(bytes);
    if (response.writableLength > streamLimit) response.destroy();
    else if (ended) response.end();
  };
  const schedule = (): void => {
    if (!scheduled) setImmediate(flush);
    scheduled = true;
  };
  return {
    write: (text) => {
      if (ended) return;
      waiting.push(text);
      schedule();
    },
    end: () => {
      ended = true;
      schedule();
    },
  };
}

/** Sends a complete response. */
export function sendBytes(
  socket: Socket,
  response: ServerResponse,
  bytes: Buffer,
  effect: FaultEffect | undefined,
): void {
  if (effect?.kind === 'splitUtf8') {
    for (const part of splitInside(bytes)) response.write(part);
    response.end();
  } else if ((effect?.kind === 'reset' || effect?.kind === 'halfOpen') && effect.afterBytes !== undefined) {
    response.write(bytes.subarray(0, effect.afterBytes));
    if (effect.kind === 'reset') setImmediate(() => socket.destroy());
  } else response.end(bytes);
}

/** Splits bytes inside all multibyte characters. */
export function splitInside(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 1; at < bytes.length && parts.length < 10_000; at += 1) {
    // A byte 10xxxxxx continues a character.
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) continue;
    parts.push(bytes.subarray(from, at));
    from = at;
  }
  return [...parts, bytes.subarray(from)];
}
