/** Reads answers: whole ones into a text, streams line by line. Bounded, and with errors by what went wrong. */
import * as l10n from '@vscode/l10n';
import type { IncomingMessage } from 'node:http';
import { ok } from '../../../../core/result.ts';
import type { StreamOptions } from '../connection.ts';
import type { Exchange } from './exchange.ts';
import { Lines } from './lines.ts';
import { networkProblem } from './networkProblem.ts';

/** Bytes of an answer; of one that is no success; characters of a line of a stream. */
export const maxBody = 64 * 1024 * 1024;
const maxRefusal = 1024 * 1024;
const maxLine = 8 * 1024 * 1024;

/** An answer, read. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty where a stream was handed on line by line. */
  readonly body: string;
}

/** All of it, as a text. @param most bytes of an answer that is a success */
export function receiveBody(response: IncomingMessage, exchange: Exchange<Received>, server: string, most: number = maxBody): void {
  const { statusCode: status = 0, headers } = response;
  const limit = isSuccess(status) ? most : maxRefusal;
  const chunks: Buffer[] = [];
  const tooLarge = (): void =>
    exchange.fail({
      kind: 'badAnswer',
      message: l10n.t`The answer of ${server} is larger than any that we read (${Math.round(limit / 1024 / 1024)} MiB).`,
      status,
    });
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge();
  let size = 0;
  onData(response, exchange, server, (chunk) => {
    size += chunk.length;
    if (size > limit) tooLarge();
    else chunks.push(chunk);
  });
  response.on('end', () => {
    // Cut answers end, too.
    if (response.complete) exchange.finish(ok({ status, headers, body: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** Line by line; what is no success is read as a whole. */
export function receiveLines(
  response: IncomingMessage,
  exchange: Exchange<Received>,
  server: string,
  { onLine, room }: Pick<StreamOptions, 'onLine' | 'room'>,
): void {
  const { statusCode: status = 0, headers } = response;
  const lines = new Lines(maxLine);
  const hand = (line: string): boolean => {
    if (!exchange.isOver) exchange.guard(() => onLine(line));
    return !exchange.isOver;
  };
  onData(response, exchange, server, (chunk) => {
    if (!lines.push(chunk, hand))
      exchange.fail({ kind: 'badAnswer', message: l10n.t`${server} sent a line longer than any that we read (${maxLine / 1024 / 1024} MiB).`, status });
    const free = exchange.isOver ? undefined : room?.();
    if (free === undefined || response.isPaused()) return;
    response.pause();
    exchange.holdUntil(free.then(() => void response.resume()));
  });
  response.on('end', () => {
    if (!response.complete) return;
    lines.end(hand);
    exchange.finish(ok({ status, headers, body: '' }));
  });
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function onData(response: IncomingMessage, exchange: Exchange<Received>, server: string, take: (chunk: Buffer) => void): void {
  response.on('data', (chunk: Buffer) => {
    exchange.alive();
    if (!exchange.isOver) take(chunk);
  });
  const broke = (): void => exchange.fail(networkProblem({ code: 'ECONNRESET' }, server));
  response.on('error', broke);
  response.on('close', broke);
}
