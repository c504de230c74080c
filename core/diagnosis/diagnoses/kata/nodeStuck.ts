/**
 * A node that is at it for too long, or cannot be begun with: a drain that does not end, a reboot without return, a
 * cordon.
 */
import * as l10n from '@vscode/l10n';
import { explainSandboxesOfNode, failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { findPoolBlocker } from '#core/status/nodes/pools.ts';
import { isKnown, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

const whatItIsAt =
  /machineconfiguration\.openshift\.io\/(?:state|desiredDrain|lastAppliedDrain):|unschedulable|timeAdded/;
/** Without a KataConfig the label is all that is wrong with it. */
const kataLabel = /^node-role\.kubernetes\.io\/kata-oc\b/;

export const nodeStuck = defineDiagnosis({
  id: 'node-stuck',
  title: () => l10n.t`Node is stuck`,
  likelihood: 85,
  follows: ['node-degraded', 'pool-stuck', 'operator-not-running', 'operator-not-installed', 'kataconfig-leftovers'],
  find(gathered) {
    const { snapshot, at } = gathered;
    // Without these a node that is well looks like one that was forgotten.
    if (!isKnown(snapshot, 'kataConfigs') || !isKnown(snapshot, 'machineConfigPools')) return [];
    const surroundings = indexSnapshot(snapshot);
    // What keeps a whole pool is told once, of the pool or of the node that it comes from.
    const told = new Set([...surroundings.pools.keys()].map((pool) => findPoolBlocker(surroundings, pool)?.what));
    // Failed sandboxes have a separate finding.
    for (const [node, pods] of failedSandboxesOf(snapshot).byNode)
      told.add(explainSandboxesOfNode(node, pods, at ?? 0).meaning);
    return [...surroundings.nodes.keys()].flatMap((name) => {
      const { health, headline, stuck, next, todo } = getNodeStatus(snapshot, name, at ?? 0);
      if (health !== 'attention' || stuck === undefined || told.has(stuck)) return [];
      const { kataConfig } = surroundings;
      return toDiagnosisMatches(
        `Node ${name}`,
        {
          health,
          headline,
          meaning: stuck,
          ...(next === undefined ? {} : { next }),
          ...(todo === undefined ? {} : { todo }),
        },
        findEvidenceLines(gathered, 'nodes', name, kataConfig === undefined ? kataLabel : whatItIsAt),
      );
    });
  },
});
