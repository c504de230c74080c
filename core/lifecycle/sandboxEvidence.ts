/**
 * Whether a pod runs in a sandbox of kata, by what the cluster shows of it. The kubelet hands the handler of the runtime class to CRI-O, which starts no
 * container with a handler that it does not have: a container that has started was started by it.
 * Sources: Kubernetes, "Runtime Class"; domain/01-kataconfig.md 1.8; OSC 1.12 §3.8 (verification).
 */
import * as l10n from '@vscode/l10n';
import { isKataKey } from '../annotations/index.ts';
import { given, listAt, mapAt, stringAt, textMapAt } from '../json.ts';
import type { PeerPod } from '../live/kinds/peerPod.ts';
import { readObject, shortText, type LiveObject } from '../live/object.ts';
import type { Snapshot } from '../live/snapshot.ts';
import { isKnown, itemNamed, itemsOf, surroundingsOf } from '../live/status/surroundings.ts';
import { millisecondsOf } from '../live/time.ts';
import { runtimeClasses } from '../runtimeClasses.ts';

/** `unknown`: it cannot be told, and the evidence says why. */
export type SandboxVerdict = 'yes' | 'no' | 'unknown';

/** One thing that was looked at. */
export interface EvidenceLine {
  readonly what: string;
  /** In words; names and values of the cluster. */
  readonly says: string;
  /** Whether it speaks for a sandbox, or against it; undefined: neither. */
  readonly speaks?: 'for' | 'against';
}

export interface SandboxEvidence {
  readonly verdict: SandboxVerdict;
  /** The answer in a sentence. */
  readonly headline: string;
  readonly lines: readonly EvidenceLine[];
  /** What to do to know more; commands stand in backticks. */
  readonly todo?: string;
}

/** A pod, as far as the question goes. */
export interface PodSeen extends LiveObject {
  readonly namespace: string;
  readonly runtimeClass?: string;
  readonly phase: string;
  readonly node?: string;
  /** Milliseconds since 1970. */
  readonly started?: number;
  /** The names of kata's annotations; values may be long, and policies. */
  readonly annotations: readonly string[];
  readonly overhead: Readonly<Record<string, string>>;
  /** Of containers that have started, by the runtime: `cri-o://4f…`. */
  readonly containers: readonly string[];
}

/** Of a pod, nobody shows more. */
const mostContainers = 50;
const mostAnnotations = 50;

/** Handlers that are no sandbox. Source: openshift/machine-config-operator templates (crio default_runtime). */
const ordinaryHandlers: ReadonlySet<string> = new Set(['runc', 'crun']);
const kataHandlers: ReadonlySet<string> = new Set(runtimeClasses.flatMap(({ handlers }) => handlers));

/** Undefined for what is no pod. */
export function readPodSeen(raw: unknown): PodSeen | undefined {
  const object = readObject(raw);
  if (object?.namespace === undefined) return undefined;
  const statuses = [...listAt(raw, 'status', 'initContainerStatuses'), ...listAt(raw, 'status', 'containerStatuses')].slice(0, mostContainers);
  return {
    ...object,
    namespace: object.namespace,
    phase: shortText(stringAt(raw, 'status', 'phase') ?? 'Unknown'),
    annotations: Object.keys(mapAt(raw, 'metadata', 'annotations'))
      .filter(isKataKey)
      .slice(0, mostAnnotations)
      .map(shortText),
    overhead: textMapAt(raw, 'spec', 'overhead'),
    containers: statuses.map((one) => shortText(stringAt(one, 'containerID') ?? '')).filter((id) => id !== ''),
    ...given({
      runtimeClass: stringAt(raw, 'spec', 'runtimeClassName'),
      node: stringAt(raw, 'spec', 'nodeName'),
      started: millisecondsOf(stringAt(raw, 'status', 'startTime')),
    }),
  };
}

export function sandboxEvidence(pod: PodSeen, snapshot: Snapshot): SandboxEvidence {
  const { runtimeClass, node } = pod;
  if (runtimeClass === undefined) {
    const lines = [
      { what: l10n.t`Runtime class`, says: l10n.t({ message: 'none', args: [], comment: ['The pod has no runtime class.'] }), speaks: 'against' as const },
      ...aboutPod(pod),
    ];
    return { verdict: 'no', headline: ordinaryWords(node), lines };
  }
  const handler = handlerLine(pod, runtimeClass, snapshot);
  const lines: EvidenceLine[] = [
    { what: l10n.t`Runtime class`, says: runtimeClass },
    handler,
    nodeLine(pod, snapshot),
    ...vmLines(pod, handler, snapshot),
    ...aboutPod(pod),
  ];
  if (handler.speaks === 'against') return { verdict: 'no', headline: l10n.t`No: ${runtimeClass} runs ordinary containers.`, lines };
  const unknown = (headline: string, todo?: string): SandboxEvidence => ({ verdict: 'unknown', headline, lines, ...given({ todo }) });
  if (handler.speaks === undefined) return unknown(l10n.t`It cannot be told: ${handler.says}.`);
  if (pod.containers.length === 0)
    return unknown(l10n.t`It cannot be told yet: no container of it has started.`, l10n.t`See why: \`oc describe pod -n ${pod.namespace} ${pod.name}\`.`);
  const doubt = lines.find(({ speaks }) => speaks === 'against');
  if (doubt !== undefined) return unknown(l10n.t`It cannot be told: ${doubt.says}.`, fromInside(pod));
  const ended = pod.phase === 'Succeeded' || pod.phase === 'Failed';
  return {
    verdict: 'yes',
    headline: ended ? l10n.t`Yes: it ran in a sandbox, and has ended.` : l10n.t`Yes: it runs in a sandbox.`,
    lines,
    todo: fromInside(pod),
  };
}

/** The way to see it from inside: a guest has booted by itself. */
function fromInside({ namespace, name, node }: PodSeen): string {
  const inside = `\`oc exec -n ${namespace} ${name} -- cat /proc/sys/kernel/random/boot_id\``;
  if (node === undefined) return l10n.t`To see it from inside, compare ${inside}: a sandbox has another. The policy of the pod may forbid exec.`;
  const ofNode = `\`oc get node ${node} -o jsonpath='{.status.nodeInfo.bootID}'\``;
  return l10n.t`To see it from inside, compare ${inside} with ${ofNode}: a sandbox has another. The policy of the pod may forbid exec.`;
}

function ordinaryWords(node: string | undefined): string {
  return node === undefined
    ? l10n.t`No: it has no runtime class, so it is an ordinary container.`
    : l10n.t`No: it has no runtime class, so it is an ordinary container on ${node}.`;
}

function handlerLine({ started }: PodSeen, name: string, snapshot: Snapshot): EvidenceLine {
  const what = l10n.t({ message: 'Handler', args: [], comment: ['The field handler of a RuntimeClass.'] });
  const found = itemNamed(snapshot, 'runtimeClasses', name);
  if (found === undefined) {
    return {
      what,
      says: isKnown(snapshot, 'runtimeClasses')
        ? l10n.t`the runtime class ${name} is not there any more`
        : l10n.t`the runtime classes of the cluster cannot be listed`,
    };
  }
  const { handler, created } = found;
  if (created !== undefined && started !== undefined && created > started) {
    return { what, says: l10n.t`the runtime class ${name} was made after the pod: what it said before is not known` };
  }
  if (ordinaryHandlers.has(handler)) return { what, says: handler, speaks: 'against' };
  const ours = itemsOf(snapshot, 'kataConfigs').some(({ runtimeClasses: made }) => made.includes(name));
  return kataHandlers.has(handler) || ours
    ? { what, says: handler, speaks: 'for' }
    : { what, says: l10n.t`the handler ${handler} is none of kata that is known here` };
}

function nodeLine({ node }: PodSeen, snapshot: Snapshot): EvidenceLine {
  const what = l10n.t`Node`;
  if (node === undefined) return { what, says: l10n.t`none yet` };
  const { kataConfig, lists } = surroundingsOf(snapshot);
  if (kataConfig === undefined)
    return { what, says: isKnown(snapshot, 'kataConfigs') ? l10n.t`${node}; there is no KataConfig` : l10n.t`${node}; KataConfigs cannot be listed` };
  const list = lists.get(node);
  switch (list) {
    case 'installed':
      return { what, says: l10n.t`${node}, kata is installed there`, speaks: 'for' };
    case 'waitingToUninstall':
    case 'uninstalling':
    case 'failedToUninstall':
      return { what, says: l10n.t`${node}, where kata is to be removed` };
    default:
      return { what, says: l10n.t`kata is not installed on ${node}, as ${kataConfig.name} says`, speaks: 'against' };
  }
}

/** Of peer pods, the virtual machine in the cloud. */
function vmLines(pod: PodSeen, handler: EvidenceLine, snapshot: Snapshot): readonly EvidenceLine[] {
  if (handler.says !== 'kata-remote') return [];
  const what = l10n.t`Virtual machine`;
  const found = itemsOf(snapshot, 'peerPods').filter((one: PeerPod) => one.namespace === pod.namespace && one.pod === pod.name);
  if (found.length > 0) {
    return found.map(({ instance, provider, name }) => ({
      what,
      says: machineWords(instance || l10n.t`not named yet`, provider, name),
      ...(instance === '' ? {} : { speaks: 'for' as const }),
    }));
  }
  if (!isKnown(snapshot, 'peerPods')) return [{ what, says: l10n.t`PeerPods cannot be listed` }];
  const live = snapshot.peerPods.state.kind === 'live';
  // Of a pod that has ended, the machine is gone with it.
  const expected = live && pod.phase === 'Running';
  return [
    {
      what,
      says: live ? l10n.t`no PeerPod is there for it` : l10n.t`no PeerPod is there for it, as of the last look`,
      ...(expected ? { speaks: 'against' as const } : {}),
    },
  ];
}

function machineWords(instance: string, provider: string, name: string): string {
  if (provider === '') return `${instance} (PeerPod ${name})`;
  return l10n.t({ message: '{0} on {1} (PeerPod {2})', args: [instance, provider, name], comment: ['{0} is a virtual machine, {1} the cloud: aws.'] });
}

/** As crictl prints it, and takes it: a whole one pushes what it means out of a table. */
function shortId(id: string): string {
  return id.replace(/([0-9a-f]{13})[0-9a-f]{20,}$/, '$1');
}

function aboutPod({ phase, containers, annotations, overhead }: PodSeen): readonly EvidenceLine[] {
  const amounts = Object.entries(overhead).map(([name, amount]) => `${name} ${amount}`);
  return [
    { what: l10n.t({ message: 'Phase', args: [], comment: ['The phase of a pod, such as Running.'] }), says: phase },
    { what: l10n.t`Containers`, says: containers.length === 0 ? l10n.t`none has started` : containers.map(shortId).join(', ') },
    ...(amounts.length === 0 ? [] : [{ what: l10n.t`Overhead of the runtime class`, says: amounts.join(', ') }]),
    ...(annotations.length === 0 ? [] : [{ what: l10n.t`Kata's annotations`, says: annotations.join(', ') }]),
  ];
}
