/**
 * What to read of the logs of containers, and the request for one container. Source: Kubernetes API, core/v1
 * PodLogOptions.
 */
import { omitUndefined } from '#core/common/json.ts';
import { formatTimestamp } from '#core/common/time.ts';
import type { LogContainer, LogPod } from './logPod.ts';
import { restarts } from './logPod.ts';

/** Number of lines at the end of each log that are read by default. */
export const defaultTail = 1000;
/** Maximum number of logs that are followed at the same time in one window or process. */
export const mostStreams = 20;

export interface PodLogChoice {
  /** Names of the containers. All if undefined. */
  readonly containers?: readonly string[];
  /** Names of the pods. All pods of the target if undefined, including those that are created later. */
  readonly pods?: readonly string[];
  /** True to read the instance before the last restart. */
  readonly previous?: boolean;
  /** True to continue with lines that are written later. */
  readonly follow: boolean;
  /** Start: a number of seconds before now, or milliseconds since 1970. */
  readonly since?: { readonly seconds: number } | { readonly at: number };
  /** Number of lines at the end of each log. All lines if undefined. */
  readonly tail?: number;
}

/** Returns the containers of a pod whose logs are chosen. */
export function chosenContainers(pod: LogPod, { containers, pods, previous }: PodLogChoice): readonly LogContainer[] {
  if (pods !== undefined && !pods.includes(pod.name)) return [];
  const named = pod.containers.filter(({ name }) => containers === undefined || containers.includes(name));
  // If the user names a container without a previous instance, the answer explains that.
  return previous === true && containers === undefined
    ? named.filter(({ previous: last }) => last !== undefined)
    : named;
}

/** Returns whether the log of a container stays open while it's followed. The logs of finished containers end. */
export function staysOpen(pod: LogPod, container: LogContainer): boolean {
  return container.state.kind !== 'terminated' || restarts(pod, container);
}

/** Query parameters of `GET .../pods/NAME/log`. */
export type PodLogQuery = Readonly<Record<string, string | number | boolean>>;

/**
 * Returns the query for the log of one container.
 * @param container an empty name selects the only container of the pod
 */
export function podLogQuery({ follow, previous, since, tail }: PodLogChoice, container: string): PodLogQuery {
  return {
    ...omitUndefined({
      container: container === '' ? undefined : container,
      follow: follow && previous !== true ? true : undefined,
      previous,
      sinceSeconds: since !== undefined && 'seconds' in since ? since.seconds : undefined,
      sinceTime: since !== undefined && 'at' in since ? formatTimestamp(since.at) : undefined,
      tailLines: tail,
    }),
    timestamps: true,
  };
}

/**
 * Returns the arguments of the `oc logs` command that reads the same lines.
 * @param target arguments that select the pods, such as `deployment/web`
 */
export function ocLogsArguments(choice: PodLogChoice, namespace: string, target: readonly string[]): readonly string[] {
  const { containers, follow, previous, since, tail } = choice;
  const [only, ...others] = containers ?? [];
  return [
    'logs',
    ...target,
    '-n',
    namespace,
    ...(only !== undefined && others.length === 0 ? ['-c', only] : ['--all-containers']),
    '--prefix',
    '--timestamps',
    ...(previous === true ? ['--previous'] : []),
    ...(since === undefined
      ? []
      : ['seconds' in since ? `--since=${since.seconds}s` : `--since-time=${formatTimestamp(since.at)}`]),
    `--tail=${tail ?? -1}`,
    ...(follow ? ['-f', `--max-log-requests=${mostStreams}`] : []),
  ];
}

/** Seconds of each unit in a duration such as `1h30m`. */
const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses a duration such as `90s`, `15m`, `1h30m`, or `2d`. Returns seconds, or undefined if it's invalid. */
export function parseSince(text: string): number | undefined {
  if (!/^(?:\d{1,6}[smhd])+$/.test(text)) return undefined;
  const seconds = [...text.matchAll(/(\d+)([smhd])/g)].reduce(
    (sum, [, number = '', unit = '']) => sum + Number(number) * (units[unit] ?? 0),
    0,
  );
  return seconds > 0 ? seconds : undefined;
}
