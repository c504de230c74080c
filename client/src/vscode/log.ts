/**
 * Logs to the output channel "OpenShift Sandboxed Containers". All logging goes through this module, which redacts text
 * that looks like a credential.
 */
import { window, type LogOutputChannel } from 'vscode';
import { describe, redactedChannel } from './redactedChannel.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
  show(): void;
  readonly channel: LogOutputChannel;
  dispose(): void;
}

export function createLog(): Log {
  const channel = redactedChannel(window.createOutputChannel('OpenShift Sandboxed Containers', { log: true }));
  return {
    channel,
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message, cause) => channel.error(cause === undefined ? message : `${message}: ${describe(cause)}`),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
