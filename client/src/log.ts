/** The one place that logs: the output channel "OpenShift Sandboxed Containers". Nothing that looks like a credential gets in. */
import { window, type LogOutputChannel } from 'vscode';
import { redact } from './redact.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
  show(): void;
  readonly channel: LogOutputChannel;
  dispose(): void;
}

export function createLog(): Log {
  const channel = window.createOutputChannel('OpenShift Sandboxed Containers', { log: true });
  return {
    channel,
    info: (message) => channel.info(redact(message)),
    warn: (message) => channel.warn(redact(message)),
    error: (message, cause) => channel.error(redact(cause === undefined ? message : `${message}: ${describe(cause)}`)),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : (JSON.stringify(cause) ?? 'unknown');
}
