/** Puts bytes onto a connection, in the way that a fault wants it. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Outlet } from './apiResponse.ts';
import type { FaultEffect } from './faults.ts';

/** A watcher that does not read is sent home when this much waits for it. */
const streamLimit = 64 * 1024 * 1024;

/** Writes to a stream; what is written in one turn of the event loop goes out together. */
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

/** Sends all of an answer. */
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

/** Parts that end inside of characters, wherever there are some of several bytes. */
export function splitInside(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 1; at < bytes.length && parts.length < 10_000; at += 1) {
    // A byte 10xxxxxx goes on with a character.
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) continue;
    parts.push(bytes.subarray(from, at));
    from = at;
  }
  return [...parts, bytes.subarray(from)];
}
