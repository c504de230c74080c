/**
 * Defines the protocol of `pods/exec` over WebSocket. Each message is binary and starts with the number of a channel.
 * Source: kubernetes/kubernetes@0cc990f7 staging/src/k8s.io/apimachinery/pkg/util/remotecommand/constants.go.
 */
import { getList, getString } from './json.ts';

/** Names of the supported protocols, in order of preference. Only v5 can end standard input. */
export const execProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const;

/** Name of a supported protocol. */
export type ExecProtocol = (typeof execProtocols)[number];

/** Numbers of the channels. A message on `close` contains the number of the channel that it closes. */
export const execChannels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** Reason of the Status of a process that exits with a code other than 0. The cause `ExitCode` contains the code. */
export const nonZeroExitReason = 'NonZeroExitCode';
export const exitCodeCause = 'ExitCode';

/** Returns the supported protocol with this name. */
export function findExecProtocol(name: string): ExecProtocol | undefined {
  return execProtocols.find((protocol) => protocol === name);
}

/** Returns the exit code in the Status of a process, or undefined if the process couldn't be run. */
export function readExitCode(status: unknown): number | undefined {
  if (getString(status, 'status') === 'Success') return 0;
  if (getString(status, 'reason') !== nonZeroExitReason) return undefined;
  const cause = getList(status, 'details', 'causes').find((one) => getString(one, 'reason') === exitCodeCause);
  const text = getString(cause, 'message') ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
