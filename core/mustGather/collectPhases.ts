/**
 * Determines the progress of a must-gather from the output of `oc adm must-gather`. The output of pods shows only that
 * they are collecting data, so its last line is kept for display. Older versions of oc write no timestamps. Source:
 * openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (log, logs of pods); notes/cluster.md 4.
 */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '../text/sanitize.ts';

/** Phases in order. With several images, the phase of the slowest one applies. */
type GatherPhase = 'starting' | 'preparing' | 'gathering' | 'copying' | 'cleaning';

export interface GatherProgress {
  readonly phase: GatherPhase;
  readonly images: readonly string[];
  /** Names of the namespace and the ClusterRoleBinding that oc created on the cluster, according to its output. */
  readonly namespace?: string;
  readonly binding?: string;
  /** True if oc reports that the namespace is deleted. */
  readonly namespaceDeleted: boolean;
  /** Progress of each pod. */
  readonly pods: ReadonlyMap<string, 'gathering' | 'copying'>;
  /** Problems that oc reports, one line each. */
  readonly problems: readonly string[];
  /** True if oc fell back to collecting only data that the API provides. */
  readonly inspected: boolean;
  /** Last line that a pod wrote. */
  readonly last?: string;
}

export const initialProgress: GatherProgress = {
  phase: 'starting',
  images: [],
  namespaceDeleted: false,
  pods: new Map(),
  problems: [],
  inspected: false,
};

const mostProblems = 20;
const mostPods = 50;
/** Matches `[must-gather      ] OUT 2026-04-01T10:00:00.123Z text`. */
const told = /^\[(must-gather[a-z0-9-]{0,60})\s*\] (OUT|POD) (?:\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d) )?(.*)$/s;
const failure =
  /^(?:error: |Error from server|Error running must-gather|Unable to connect to the server|error running backup collection)/;

/** Returns the progress after another line. Never throws. */
export function readGatherLine(before: GatherProgress, line: string): GatherProgress {
  const found = told.exec(line);
  if (found === null) return failure.test(line) ? withProblem(before, line) : readInspection(before, line);
  const [, source = '', kind, text = ''] = found;
  // oc shows the output of the pod before it logs that it's waiting for the pod to finish.
  if (kind === 'POD')
    return {
      ...(before.pods.has(source) ? before : withPod(before, source, 'gathering')),
      last: sanitizeLine(text, 200),
    };
  return source === 'must-gather' ? readOwn(before, text) : readPod(before, source, text);
}

function readOwn(before: GatherProgress, text: string): GatherProgress {
  const image = /^Using must-gather plug-in image: (\S{1,500})$/.exec(text)?.[1];
  if (image !== undefined)
    return { ...before, phase: later(before.phase, 'preparing'), images: [...before.images, image].slice(0, 20) };
  const namespace = /^namespace\/(openshift-must-gather-[a-z0-9]{1,20}) (created|deleted)$/.exec(text);
  if (namespace?.[2] === 'created')
    return { ...before, phase: later(before.phase, 'preparing'), namespace: namespace[1] ?? '' };
  if (namespace?.[2] === 'deleted')
    return { ...before, phase: 'cleaning', namespaceDeleted: namespace[1] === before.namespace };
  const binding =
    /^clusterrolebinding\.rbac\.authorization\.k8s\.io\/(must-gather-[a-z0-9]{1,20}) (created|deleted)$/.exec(text);
  if (binding?.[2] === 'created') return { ...before, binding: binding[1] ?? '' };
  return binding?.[2] === 'deleted' ? { ...before, phase: 'cleaning' } : before;
}

function readPod(before: GatherProgress, pod: string, text: string): GatherProgress {
  if (text === 'waiting for gather to complete') return withPod(before, pod, 'gathering');
  if (text === 'downloading gather output') return withPod(before, pod, 'copying');
  // `gather logs unavailable` isn't a problem. oc can't show the output of the pod, but it still waits for the pod and
  // copies all data.
  return /^(?:gather did not start|gather never finished|gather output not downloaded): /.test(text)
    ? withProblem(before, text)
    : before;
}

/** Handles output of `oc adm inspect`, which oc falls back to if the images fail. */
function readInspection(before: GatherProgress, line: string): GatherProgress {
  return /^(?:Gathering data for ns\/|Wrote inspect data to )/.test(line) ? { ...before, inspected: true } : before;
}

function withPod(before: GatherProgress, pod: string, state: 'gathering' | 'copying'): GatherProgress {
  if (before.pods.size >= mostPods && !before.pods.has(pod)) return before;
  const pods = new Map(before.pods).set(pod, state);
  const all = [...pods.values()];
  return { ...before, pods, phase: later('preparing', all.includes('gathering') ? 'gathering' : 'copying') };
}

function withProblem(before: GatherProgress, text: string): GatherProgress {
  const problem = sanitizeLine(text, 400);
  return before.problems.length >= mostProblems || before.problems.includes(problem)
    ? before
    : { ...before, problems: [...before.problems, problem] };
}

const order: readonly GatherPhase[] = ['starting', 'preparing', 'gathering', 'copying', 'cleaning'];

function later(one: GatherPhase, other: GatherPhase): GatherPhase {
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** Describes the progress in a few words. */
export function describePhase({ phase, pods, last }: GatherProgress): string {
  const done = [...pods.values()].filter((state) => state === 'copying').length;
  const gathering = pods.size > 1 ? l10n.t`Collecting (${done} of ${pods.size} images done)` : l10n.t`Collecting`;
  return {
    starting: l10n.t`Querying the cluster`,
    preparing: l10n.t`Starting pods`,
    gathering: last === undefined ? gathering : `${gathering}: ${last}`,
    copying: l10n.t`Copying to this computer`,
    cleaning: l10n.t`Cleaning up on the cluster`,
  }[phase];
}
