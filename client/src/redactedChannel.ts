/** A log channel for others to write to, as the language client, which logs whole documents when it is told to trace. */
import type { LogOutputChannel } from 'vscode';
import { redact } from './redact.ts';

/** The same channel, with credentials taken out of all that is written to it. */
export function redactedChannel(channel: LogOutputChannel): LogOutputChannel {
  const rest = (args: readonly unknown[]) => args.map((arg) => redact(describe(arg)));
  return {
    name: channel.name,
    get logLevel() {
      return channel.logLevel;
    },
    onDidChangeLogLevel: (...args) => channel.onDidChangeLogLevel(...args),
    trace: (message: string, ...args: unknown[]) => channel.trace(redact(message), ...rest(args)),
    debug: (message: string, ...args: unknown[]) => channel.debug(redact(message), ...rest(args)),
    info: (message: string, ...args: unknown[]) => channel.info(redact(message), ...rest(args)),
    warn: (message: string, ...args: unknown[]) => channel.warn(redact(message), ...rest(args)),
    error: (error: string | Error, ...args: unknown[]) => channel.error(redact(describe(error)), ...rest(args)),
    append: (value) => channel.append(redact(value)),
    appendLine: (value) => channel.appendLine(redact(value)),
    replace: (value) => channel.replace(redact(value)),
    clear: () => channel.clear(),
    // Its other form, with a column, is long deprecated.
    show: (first?: unknown, second?: boolean) => channel.show(typeof first === 'boolean' ? first : second),
    hide: () => channel.hide(),
    dispose: () => channel.dispose(),
  };
}

/** Anything as text. */
export function describe(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  return cause instanceof Error ? (cause.stack ?? cause.message) : (JSON.stringify(cause) ?? 'unknown');
}
