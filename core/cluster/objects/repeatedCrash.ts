/**
 * Recognizes a container that crashes repeatedly, but doesn't wait for its restart when it's read. The kubelet reports
 * CrashLoopBackOff only while it delays a restart. Sources: kubernetes/kubernetes@83f7b41cf
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go (doBackOff), kubernetes/client-go util/flowcontrol/backoff.go (the
 * delay is forgotten after twice its maximum, and the kubelet's maximum is 5 minutes).
 */
import { getNumber, getString, omitUndefined } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { getWord, truncateMessage } from './clusterObject.ts';

/** Time after which the kubelet forgets the crashes of a container that runs, in milliseconds. */
export const crashMemoryMs = 600_000;

/** Number of restarts from which a container counts as crashing repeatedly. */
const fewestRestarts = 3;

interface RepeatedCrash {
  /** Reason of the last crash, such as `Error` or `OOMKilled`. */
  readonly state: string;
  readonly details: readonly string[];
  readonly message: string;
  readonly restarts: number;
  /** When the container started again, in milliseconds since 1970. Undefined if it has crashed again. */
  readonly runningSince?: number;
}

/**
 * Reads the crash of a container whose last run was short and ended with an error. A container that ran for long before
 * its last restart doesn't crash repeatedly: it was restarted, for example by a reboot.
 * @param status an entry of `status.containerStatuses`
 */
export function readRepeatedCrash(status: unknown): RepeatedCrash | undefined {
  const restarts = getNumber(status, 'restartCount') ?? 0;
  if (restarts < fewestRestarts || !isCrash(readRun(status, 'lastState'))) return undefined;
  const startedAt = parseTimestamp(getString(status, 'state', 'running', 'startedAt'));
  const isRunning = startedAt !== undefined;
  if (!isRunning && !isCrash(readRun(status, 'state'))) return undefined;
  const from = isRunning ? 'lastState' : 'state';
  return {
    state: getWord(status, from, 'terminated', 'reason') ?? 'Error',
    details: [`exitCode=${getNumber(status, from, 'terminated', 'exitCode') ?? ''}`],
    message: truncateMessage(getString(status, from, 'terminated', 'message') ?? ''),
    restarts,
    ...omitUndefined({ runningSince: startedAt }),
  };
}

/** A run of a container that has ended. */
interface EndedRun {
  readonly exitCode: number;
  /** Times in the format of Kubernetes. */
  readonly startedAt: string;
  readonly finishedAt: string;
}

function readRun(status: unknown, field: 'state' | 'lastState'): EndedRun {
  return {
    exitCode: getNumber(status, field, 'terminated', 'exitCode') ?? 0,
    startedAt: getString(status, field, 'terminated', 'startedAt') ?? '',
    finishedAt: getString(status, field, 'terminated', 'finishedAt') ?? '',
  };
}

/** Returns whether a run ended with an error before the kubelet forgot the previous crashes. */
function isCrash({ exitCode, startedAt, finishedAt }: EndedRun): boolean {
  const [start, end] = [parseTimestamp(startedAt), parseTimestamp(finishedAt)];
  return exitCode !== 0 && start !== undefined && end !== undefined && end - start < crashMemoryMs;
}

/** Maximum length of the text of a container status from `lastState` to `restartCount`. */
const longestStatus = 5000;
const values = {
  exitCode: /^\s{1,200}exitCode: (\d{1,10})/m,
  startedAt: /^\s{1,200}startedAt: "?([^"\r\n]{1,40})/m,
  finishedAt: /^\s{1,200}finishedAt: "?([^"\r\n]{1,40})/m,
};

/** Returns whether a text in YAML, as `oc adm inspect` writes it, can contain a status with a repeated crash. */
export function mentionsRepeatedCrash(text: string): boolean {
  for (const { index } of text.matchAll(/\blastState:\r?\n\s{1,200}terminated:/g)) {
    const status = text.slice(index, index + longestStatus);
    const [run = '', rest = ''] = status.split(/\brestartCount: /, 2);
    if (!(Number.parseInt(rest, 10) >= fewestRestarts)) continue;
    const valueOf = (key: keyof typeof values): string => values[key].exec(run)?.[1] ?? '';
    const times = { startedAt: valueOf('startedAt'), finishedAt: valueOf('finishedAt') };
    if (isCrash({ exitCode: Number(valueOf('exitCode')), ...times })) return true;
  }
  return false;
}
