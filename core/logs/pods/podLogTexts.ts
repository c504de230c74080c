/**
 * Explains why a container has no log, and what happened to the container. Sources: kubernetes/kubernetes@001a80e9
 * pkg/kubelet/kubelet_pods.go (validateContainerLogStatus) and pkg/registry/core/pod/strategy.go (LogLocation);
 * golang/go crypto/tls alert.go (`remote error: tls: internal error`).
 */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { joinSentences } from '#core/text/grammar.ts';
import type { ContainerEnd, ContainerState } from './logPod.ts';
import type { LineContainer } from './podLogLine.ts';

/** A request for a log that failed. */
export interface PodLogFailure {
  /**
   * Who rejected the request. `kubelet`: the API server, which passes on the error of the connection to the kubelet.
   * Other causes, such as an unreachable API server, have similar messages.
   */
  readonly cause: 'permission' | 'kubelet' | 'other';
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The message of the server. */
  readonly message: string;
  readonly namespace: string;
  readonly node?: string | undefined;
}

const waiting = /is waiting to start|is not available|PodInitializing/;
const noPrevious = /previous terminated container .* not found/;
const noCertificate = /remote error: tls: internal error/;
const unreachable = /dial tcp|i\/o timeout|connection refused|no route to host|proxy error/i;

/** Returns whether the server rejects the request because the container hasn't started. */
export function isWaitingMessage(message: string): boolean {
  return waiting.test(message);
}

/** Explains a failed request: the cause, what to do, and the message of the server. */
export function explainFailure({ cause, status, message, namespace, node }: PodLogFailure): string {
  const said = sanitizeLine(message, 500);
  const where = node ?? l10n.t`the node of the pod`;
  if (cause === 'permission')
    return joinSentences(
      l10n.t`You don't have permission to read pod logs in namespace ${namespace}. Reading them requires the get verb on pods/log.`,
      said,
    );
  if (noPrevious.test(said))
    return joinSentences(
      l10n.t`The container has no previous instance, because it hasn't restarted or its old log was deleted.`,
      said,
    );
  if (noCertificate.test(said))
    return joinSentences(
      l10n.t(
        "The kubelet on {0} has no approved serving certificate. List the pending requests with `oc get csr`, and approve the node's request with `oc adm certificate approve NAME`.",
        where,
      ),
      said,
    );
  if (cause === 'kubelet' && (status === 502 || unreachable.test(said)))
    return joinSentences(
      l10n.t`The API server can't reach the kubelet on ${where}. Check whether the node is ready.`,
      said,
    );
  return said;
}

/** Names a container, such as `app in web-1`. */
function named({ pod, container }: LineContainer): string {
  return container === ''
    ? pod
    : l10n.t({
        message: '{0} in {1}',
        args: [container, pod],
        comment: ['{0} is the name of a container, and {1} is the name of its pod.'],
      });
}

/** Formats the end of a container, such as `OOMKilled, exit code 137`. */
export function formatEnd({ reason, exitCode }: ContainerEnd): string {
  const code = l10n.t`exit code ${exitCode}`;
  return reason === '' ? code : `${sanitizeLine(reason, 100)}, ${code}`;
}

/**
 * Note that a container exited. The reason and the exit code come first, because the log page cuts off long lines at
 * their end.
 */
export function exitNote(of: LineContainer, end: ContainerEnd): string {
  return l10n.t({
    message: 'Exited: {0} ({1})',
    args: [formatEnd(end), named(of)],
    comment: ['{0} is how the container ended, such as "OOMKilled, exit code 137". {1} is the container and its pod.'],
  });
}

/** Note that a new instance of a container started. The order is as in `exitNote`. */
export function restartNote(of: LineContainer, previous: ContainerEnd | undefined): string {
  return previous === undefined
    ? l10n.t`${named(of)} restarted`
    : l10n.t({
        message: 'Restarted after {0} ({1})',
        args: [formatEnd(previous), named(of)],
        comment: [
          '{0} is how the container ended, such as "OOMKilled, exit code 137". {1} is the container and its pod.',
        ],
      });
}

/** Note that a pod was deleted. */
export function deletedNote({ pod }: Pick<LineContainer, 'pod'>): string {
  return l10n.t`Pod ${pod} was deleted`;
}

/** Note that a container hasn't started, with the reason. */
export function waitingNote(of: LineContainer, state: ContainerState, said = ''): string {
  const { reason, message } = state.kind === 'waiting' ? state : { reason: '', message: '' };
  const why = [reason, message].filter((part) => part !== '').join(': ') || said;
  return why === ''
    ? l10n.t`${named(of)} hasn't started yet`
    : l10n.t`${named(of)} hasn't started yet: ${sanitizeLine(why, 400)}`;
}

/** Note with the newest warning event of a pod that hasn't started. */
export function eventNote({ reason, message }: { readonly reason: string; readonly message: string }): string {
  return l10n.t`Event: ${sanitizeLine(`${reason}: ${message}`, 500)}`;
}

/** Note that a log can't be read. */
export function failureNote(of: LineContainer, failure: PodLogFailure): string {
  return l10n.t`Can't read the log of ${named(of)}: ${explainFailure(failure)}`;
}

/** Note that the connection was lost and is opened again. */
export function lostNote(of: LineContainer, message: string): string {
  return l10n.t`The connection to ${named(of)} was lost: ${sanitizeLine(message, 300)} Reconnecting...`;
}

/** Note that a lost connection works again. */
export function reconnectedNote(of: LineContainer): string {
  return l10n.t`Reconnected to ${named(of)}`;
}

/** Note that the log of a pod stays empty, because of its agent policy. */
export function deniedOutputNote({ pod }: Pick<LineContainer, 'pod'>): string {
  return l10n.t`The agent policy of pod ${pod} denies ReadStreamRequest, so the runtime can't forward container output and the logs of the pod stay empty`;
}

/** Note that a log isn't followed because too many are. */
export function tooManyNote(of: LineContainer, most: number): string {
  return l10n.t`${named(of)} isn't shown, because ${most} logs are already being followed`;
}
