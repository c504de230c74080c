/** Reads responses, either completely or line by line. Limits their size and reports errors by kind. */
import * as l10n from '@vscode/l10n';
import type { IncomingMessage } from 'node:http';
import { omitUndefined } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import { formatNumber } from '#core/text/grammar.ts';
import type { StreamOptions } from '../connection.ts';
import type { Exchange } from './exchange.ts';
import { JsonMeter, mostLevels } from './jsonMeter.ts';
import { Lines } from './lineSplitter.ts';
import { toNetworkError } from './networkProblem.ts';

/**
 * Size limits: bytes of a successful response, bytes of an error response, and characters per line of a stream. A list
 * page has about 1 MB, and an object has at most a few MB.
 */
const maxBody = 16 * 1024 * 1024;
const maxRefusal = 1024 * 1024;
const maxLine = 8 * 1024 * 1024;
/**
 * Maximum number of objects, arrays, and elements in a response. The JSON of Kubernetes objects contains about one per
 * 15 bytes.
 */
const maxValues = 2_000_000;
/** Memory per value in bytes, in addition to its text. Measured with empty objects. */
const bytesOfValue = 48;
/** `reason` of a response that is too large. A request for a smaller page might succeed. */
export const tooLargeReason = 'tooLarge';

/** Limits for a successful response. */
export interface BodyBounds {
  /** Maximum size in bytes. */
  readonly most?: number;
  readonly values?: number;
  readonly charge?: ((bytes: number) => boolean) | undefined;
}

/** A response that was received completely. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty for a stream, whose lines went to `onLine`. */
  readonly body: string;
}

/** Reads the whole body as text. Fails during the transfer if parsing the body would take too much memory or time. */
export function receiveBody(
  response: IncomingMessage,
  exchange: Exchange<Received>,
  server: string,
  bounds: BodyBounds = {},
): void {
  const { statusCode: status = 0, headers } = response;
  const { most = maxBody, values = maxValues, charge } = bounds;
  const limit = isSuccess(status) ? most : maxRefusal;
  const chunks: Buffer[] = [];
  const meter = new JsonMeter();
  const leave = (message: string, reason?: string): void =>
    exchange.fail({ kind: 'badAnswer', message, status, ...omitUndefined({ reason }) });
  const tooLarge = (): void =>
    leave(
      l10n.t`The response from ${server} exceeds the maximum size of ${Math.round(limit / 1024 / 1024)} MiB.`,
      tooLargeReason,
    );
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge();
  let size = 0;
  let charged = 0;
  onData(response, exchange, server, (chunk) => {
    size += chunk.length;
    if (size > limit) return tooLarge();
    chunks.push(chunk);
    meter.push(chunk);
    if (!isSuccess(status)) return;
    if (meter.deepest > mostLevels)
      return leave(l10n.t`Can't read the response from ${server}: it has more than ${mostLevels} nested levels.`);
    if (meter.values > values)
      return leave(
        l10n.t`Can't read the response from ${server}: it has more than ${formatNumber(values)} values.`,
        tooLargeReason,
      );
    const cost = size + meter.values * bytesOfValue;
    if (charge?.(cost - charged) === false)
      leave(l10n.t`The responses from ${server} exceed the memory limit for one cluster.`);
    charged = cost;
  });
  response.on('end', () => {
    // Truncated responses also emit `end`.
    if (!response.complete) return;
    // Drops a body that is nested too deeply. The body of an error response is optional.
    const body = meter.deepest > mostLevels ? '' : Buffer.concat(chunks).toString('utf8');
    exchange.finish(succeed({ status, headers, body }));
  });
}

/** Passes the lines of the response to `onLine`. Pauses the transfer while the receiver can't accept more lines. */
export function receiveLines(
  response: IncomingMessage,
  exchange: Exchange<Received>,
  server: string,
  { onLine, waitForSpace, cutLinesAt }: Pick<StreamOptions, 'onLine' | 'waitForSpace' | 'cutLinesAt'>,
): void {
  const { statusCode: status = 0, headers } = response;
  const lines = cutLinesAt === undefined ? new Lines(maxLine) : new Lines(cutLinesAt, true);
  const hand = (line: string): boolean => {
    if (!exchange.isOver) exchange.guard(() => onLine(line));
    return !exchange.isOver;
  };
  onData(response, exchange, server, (chunk) => {
    if (!lines.push(chunk, hand))
      exchange.fail({
        kind: 'badAnswer',
        message: l10n.t`The response from ${server} exceeds the maximum size of ${maxLine / 1024 / 1024} MiB.`,
        status,
      });
    const free = exchange.isOver ? undefined : waitForSpace?.();
    if (free === undefined || response.isPaused()) return;
    response.pause();
    exchange.holdUntil(free.then(() => void response.resume()));
  });
  response.on('end', () => {
    if (!response.complete) return;
    lines.end(hand);
    exchange.finish(succeed({ status, headers, body: '' }));
  });
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function onData(
  response: IncomingMessage,
  exchange: Exchange<Received>,
  server: string,
  take: (chunk: Buffer) => void,
): void {
  response.on('data', (chunk: Buffer) => {
    exchange.alive();
    if (!exchange.isOver) take(chunk);
  });
  const broke = (): void => exchange.fail(toNetworkError({ code: 'ECONNRESET' }, server));
  response.on('error', broke);
  response.on('close', broke);
}
