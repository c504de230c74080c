/**
 * What `oc adm must-gather` says -> how far it is. Texts of pods say no more of that than that they gather: of them the
 * last line is kept, to be shown. Source: openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (log, logs of
 * pods); notes/cluster.md 4. Older ones write no times.
 */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '../text/sanitize.ts';

/** In this order; with several images, that of the slowest. */
type GatherPhase = 'starting' | 'preparing' | 'gathering' | 'copying' | 'cleaning';

export interface GatherProgress {
  readonly phase: GatherPhase;
  readonly images: readonly string[];
  /** What it has made on the cluster, by its own word. */
  readonly namespace?: string;
  readonly binding?: string;
  /** It says that it is deleted. */
  readonly namespaceDeleted: boolean;
  /** How far each pod is. */
  readonly pods: ReadonlyMap<string, 'gathering' | 'copying'>;
  /** What went wrong by its own word, a line each. */
  readonly problems: readonly string[];
  /** It fell back to what the API alone gives. */
  readonly inspected: boolean;
  /** What a pod wrote last. */
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
/** `[must-gather      ] OUT 2026-04-01T10:00:00.123Z text`. */
const told = /^\[(must-gather[a-z0-9-]{0,60})\s*\] (OUT|POD) (?:\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d) )?(.*)$/s;
const failure =
  /^(?:error: |Error from server|Error running must-gather|Unable to connect to the server|error running backup collection)/;

/** How far it is after one line more. Never throws. */
export function readGatherLine(before: GatherProgress, line: string): GatherProgress {
  const found = told.exec(line);
  if (found === null) return failure.test(line) ? withProblem(before, line) : readInspection(before, line);
  const [, source = '', kind, text = ''] = found;
  // It follows what the pod writes first, and only then says that it waits for its end.
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
  // Not `gather logs unavailable`: only what the pod writes is not shown then; oc waits for its end, and copies all of
  // it.
  return /^(?:gather did not start|gather never finished|gather output not downloaded): /.test(text)
    ? withProblem(before, text)
    : before;
}

/** What `oc adm inspect` says, to which it falls back when the images fail. */
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

/** How far it is, in a few words. */
export function phaseWords({ phase, pods, last }: GatherProgress): string {
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
