/** Writes the logs of pods to a log page. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { formatLinePrefix, formatNote } from '#core/logs/pods/podLogLine.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { PodLogStamp } from '#core/logs/pods/podLogStamp.ts';
import type { StartLogStream } from '../logStream.ts';
import type { PodQuery } from './podFeed.ts';
import { PodLogSession, type PodLogItem, type PodLogSessionEnd, type PodLogSessionOptions } from './podLogSession.ts';

/** Returns a function that starts to write the lines, with the pod, the container, and the time of each line. */
export function writePodLogs(options: Omit<PodLogSessionOptions, 'onItems' | 'waitForSpace'>): StartLogStream {
  return (log) => {
    let isStopped = false;
    const session = new PodLogSession({
      ...options,
      onItems: (items) => log.append(items.map(formatItem)),
      waitForSpace: () => log.waitForSpace(),
    });
    const ended = session.run().then((end) => {
      if (!isStopped) log.end(describeEnd(end, options.query));
    });
    return {
      ended,
      stop() {
        isStopped = true;
        session.stop();
      },
    };
  };
}

/** Formats a line as `kubectl logs --prefix --timestamps` does, and a note with its own mark. */
export function formatItem({ pod, container, stamp, text }: PodLogItem): string {
  if (pod === undefined) return formatNote(text);
  const prefix = formatLinePrefix({ pod, container: container ?? '' });
  return stamp === undefined ? `${prefix}${text}` : `${prefix}${formatStamp(stamp)} ${text}`;
}

/** Formats a time in UTC with nine digits, as nodes in UTC do. */
export function formatStamp({ seconds, nanoseconds }: PodLogStamp): string {
  const time = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${time}.${String(nanoseconds).padStart(9, '0')}Z`;
}

/** Returns why there are no lines, if the pods couldn't be read or none exists. */
export function describeEnd(
  { problem, opened }: Pick<PodLogSessionEnd, 'problem' | 'opened'>,
  { namespace, name }: Pick<PodQuery, 'namespace' | 'name'>,
): string | undefined {
  if (problem === undefined) return opened === 0 ? l10n.t`No containers match the selection.` : undefined;
  if (problem.kind === 'forbidden')
    return l10n.t`You don't have permission to list pods in namespace ${namespace}. ${problem.message}`;
  return problem.kind === 'notFound' && name !== undefined
    ? l10n.t`${'Pod'} ${name} doesn't exist in namespace ${namespace}.`
    : sanitizeLine(problem.message, 500);
}
