/**
 * Creates the step that follows the installation of Kata on the nodes until it's complete. Sources: OSC 1.12 §3.3,
 * §8.1; domain/01-kataconfig.md 1.5, 1.6.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '#core/product/docSections.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { installingHeadline } from '#core/status/kataConfig/explainInstall.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Health } from '#core/status/explanation.ts';
import { imageReasons } from '#core/status/peerPods/explainImage.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { isDraining } from '#core/cluster/history.ts';
import { listSelectedNodes } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { drainBlockers } from '#core/operations/rebootConsequences.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createCollectionReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  toWaitingStepStatus,
  isListKnown,
  createStep,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

export function nodesStep(situation: ObservedCluster): ProcedureStep {
  const shape = {
    id: 'nodes',
    title: l10n.t`Install Kata on the nodes`,
    docs: statusMessages,
    changes: [],
    until: [
      {
        object: createCollectionReference('kataConfigs'),
        jsonpath: '{.items[0].status.conditions[?(@.type=="InProgress")].status}',
        is: 'False',
        minutes: 480,
      },
    ],
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return { state: 'later', headline: l10n.t`Not started` };
  const evidence = nodeLines(situation, kataConfig);
  if (isOnAllNodes(kataConfig))
    return {
      state: 'done',
      headline: l10n.t({
        message: 'On {0}',
        args: [formatCount(kataConfig.lists.installed.length, 'node')],
        comment: ['Kata is installed on these nodes. {0} is a number of nodes: "On 3 nodes".'],
      }),
      evidence,
    };
  const told = toWaitingStepStatus(explainKataConfig(kataConfig, snapshot));
  const { done, total } = getKataStatus(snapshot);
  if (told.headline !== installingHeadline(done, total)) return { ...told, evidence };
  // The step title already says that Kata is being installed, and a narrow tree truncates long text.
  return { ...told, headline: countOfNodes(done, total), evidence };
}

function countOfNodes(done: number, total: number): string {
  return l10n.t({
    message: '{0} of {1}',
    args: [done, formatCount(total, 'node')],
    comment: ['{0} is a number, {1} is a number with a noun: "1 of 2 nodes". Keep it short.'],
  });
}

/** Returns whether Kata is installed on all nodes. The pod VM image might still be pending. */
function isOnAllNodes({ inProgress, lists, deleting }: KataConfig): boolean {
  if (inProgress === undefined || deleting !== undefined) return false;
  const { installed, ...others } = lists;
  const reason = inProgress.reason.toLowerCase();
  const ended = (reason === '' && inProgress.status === 'False') || imageReasons.some((one) => one === reason);
  return ended && installed.length > 0 && Object.values(others).every((list) => list.length === 0);
}

/** Maximum number of nodes that are listed. The most severe states come first. */
const mostLines = 10;
const order: readonly Health[] = ['failed', 'attention', 'unknown', 'busy', 'ok'];

/** Describes each node and what might block the nodes that are being drained. */
export function nodeLines(situation: ObservedCluster, kataConfig: KataConfig): readonly string[] {
  const { snapshot, now, history } = situation;
  const { lists, nodes } = indexSnapshot(snapshot);
  const names = new Set([...lists.keys(), ...listSelectedNodes(kataConfig, snapshot).map(({ name }) => name)]);
  const stories = [...names].map((name) => ({ name, story: getNodeStatus(snapshot, name, now, history) }));
  const sorted = stories.toSorted((one, other) => order.indexOf(one.story.health) - order.indexOf(other.story.health));
  const lines = sorted
    .slice(0, mostLines)
    .map(({ name, story: { headline, stuck } }) => `${name}: ${headline}${stuck === undefined ? '' : `. ${stuck}`}`);
  const rest = sorted.length - lines.length;
  const draining = [...names].some((name) => {
    const node = nodes.get(name);
    return node !== undefined && isDraining(node);
  });
  return [
    l10n.t`KataConfig status: ${getKataStatus(snapshot).words}.`,
    ...lines,
    ...(rest <= 0 ? [] : [selectPlural(rest, l10n.t`${rest} more node.`, l10n.t`${rest} more nodes.`)]),
    ...(draining ? drainBlockers(situation) : []),
  ];
}
