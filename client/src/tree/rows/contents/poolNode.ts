/**
 * Creates the row of a machine config pool that matters for Kata. The row shows the progress, the tooltip the
 * conditions. Its children are the nodes that aren't done.
 */
import * as l10n from '@vscode/l10n';
import { machineConfigPools, type MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { listMissingFor } from '#core/operations/permissions/permittedActions.ts';
import { getPoolStatus } from '#core/status/nodes/poolStatus.ts';
import { formatDuration } from '#core/text/durations.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { explainedNode, renderProse } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext } from '#client/tree/model/objectTarget.ts';
import { lastChangeText } from '../lastChange.ts';
import { createPagedNodes } from '../pagedNodes.ts';
import { clusterNodeNode, shortNodeName } from './kubernetesNode.ts';

export function poolNode(seen: ClusterTreeInput, pool: MachineConfigPool): TreeNode {
  const { context, snapshot, now, history } = seen;
  const id = `${context}/pool:${pool.uid}`;
  const status = getPoolStatus(snapshot, pool, now, history, (name) => shortNodeName(name, snapshot));
  const { since, evidence, unfinished, headline } = status;
  const isChangeable = seen.gathered !== true && listMissingFor('pausePool', snapshot, seen.permissions).length === 0;
  return explainedNode({
    id,
    label: pool.name,
    fullName: `MachineConfigPool ${pool.name}`,
    explanation: status,
    description: headline,
    details: joinParagraphs(
      since === undefined
        ? undefined
        : l10n.t`**Since:** ${formatTimeOfDay(since, now)} (${formatDuration(now - since)})`,
      lastChangeText(seen, 'pool', pool.name),
      evidence.map((line) => `- ${renderProse(line)}`).join('\n'),
    ),
    target: createNodeTarget(seen, machineConfigPools, pool),
    context: [
      'osc-object',
      'osc-named',
      ...eventContext,
      ...(isChangeable ? [pool.paused ? 'osc-pausedPool' : 'osc-runningPool'] : []),
      ...(seen.console ? ['osc-console'] : []),
    ],
    ...(unfinished.length === 0
      ? {}
      : {
          collapsible: 'collapsed',
          children: () => createPagedNodes(seen, id, unfinished, (name) => clusterNodeNode(seen, name, undefined, id)),
        }),
  });
}
