/**
 * Wraps a log channel for other components, such as the language client, which logs whole documents when tracing is on.
 */
import type { LogOutputChannel } from 'vscode';
import { redact } from '../text/redact.ts';

/** Returns a channel that removes credentials from everything that is written to it. */
export function redactedChannel(channel: LogOutputChannel): LogOutputChannel {
  return cleanedChannel(channel, redact);
}

/** Returns a channel that applies `clean` to each text before it writes the text. */
export function cleanedChannel(channel: LogOutputChannel, clean: (text: string) => string): LogOutputChannel {
  const rest = (args: readonly unknown[]) => args.map((arg) => clean(describe(arg)));
  return {
    name: channel.name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: (...args) => channel.onDidChangeLogLevel(...args),
    trace: (message: string, ...args: unknown[]) => channel.trace(clean(message), ...rest(args)),
    debug: (message: string, ...args: unknown[]) => channel.debug(clean(message), ...rest(args)),
    info: (message: string, ...args: unknown[]) => channel.info(clean(message), ...rest(args)),
    warn: (message: string, ...args: unknown[]) => channel.warn(clean(message), ...rest(args)),
    error: (error: string | Error, ...args: unknown[]) => channel.error(clean(describe(error)), ...rest(args)),
    append: (value) => channel.append(clean(value)),
    appendLine: (value) => channel.appendLine(clean(value)),
    replace: (value) => channel.replace(clean(value)),
    clear: () => channel.clear(),
    // The other overload, with a column, is deprecated.
    show: (first?: unknown, second?: boolean) => channel.show(typeof first === 'boolean' ? first : second),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}

/** Converts any value to text. */
export function describe(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  if (!(cause instanceof Error)) return JSON.stringify(cause) ?? 'unknown';
  const text = cause.stack ?? cause.message;
  return cause.cause === undefined ? text : `${text}\nCaused by: ${describe(cause.cause)}`;
}
