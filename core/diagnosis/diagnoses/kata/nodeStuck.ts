/**
 * Diagnoses nodes that are stuck or can't start an update: a drain doesn't finish, a node doesn't return after a
 * reboot, or a node is cordoned.
 */
import * as l10n from '@vscode/l10n';
import { explainSandboxesOfNode, failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { getDaemonSetMode } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { findPoolBlocker } from '#core/status/nodes/pools.ts';
import { isKnown, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

const whatItIsAt =
  /machineconfiguration\.openshift\.io\/(?:state|desiredDrain|lastAppliedDrain):|unschedulable|timeAdded/;
/** Matches the role label of nodes with Kata. If there is no KataConfig, this label is the only evidence. */
const kataLabel = /^node-role\.kubernetes\.io\/kata-oc\b/;

/** Matches the label with the progress of an installation by a DaemonSet. */
const installLabel = /^kataconfiguration\.openshift\.io\/kata-ds-rpm-install:/;

export const nodeStuck = defineDiagnosis({
  id: 'node-stuck',
  title: () => l10n.t`Node is stuck`,
  likelihood: 85,
  follows: [
    'log-peer-pods-installer',
    'log-release-image',
    'log-no-installer-image',
    'log-signature-required',
    'node-degraded',
    'pool-stuck',
    'operator-not-running',
    'operator-not-installed',
    'kataconfig-leftovers',
  ],
  find(gathered) {
    const { snapshot, at } = gathered;
    // Without this data, a healthy node would look like a leftover.
    const byDaemonSet = getDaemonSetMode(snapshot) !== undefined;
    const hasPools = isKnown(snapshot, 'machineConfigPools') || byDaemonSet;
    if (!isKnown(snapshot, 'kataConfigs') || !hasPools) return [];
    const index = indexSnapshot(snapshot);
    // A problem of a whole pool is reported only once, for the pool or for the node that causes it.
    const told = new Set([...index.pools.keys()].map((pool) => findPoolBlocker(index, pool)?.what));
    // Failed sandboxes have a separate finding.
    for (const [node, pods] of failedSandboxesOf(snapshot).byNode)
      told.add(explainSandboxesOfNode(node, pods, at ?? 0).meaning);
    return [...index.nodes.keys()].flatMap((name) => {
      const { health, headline, stuck, next, todo } = getNodeStatus(snapshot, name, at ?? 0);
      if (health !== 'attention' || stuck === undefined || told.has(stuck)) return [];
      const { kataConfig } = index;
      return toDiagnosisMatches(
        `Node ${name}`,
        {
          health,
          headline,
          meaning: stuck,
          ...(next === undefined ? {} : { next }),
          ...(todo === undefined ? {} : { todo }),
        },
        findEvidenceLines(
          gathered,
          'nodes',
          name,
          kataConfig === undefined ? kataLabel : byDaemonSet ? installLabel : whatItIsAt,
        ),
      );
    });
  },
});
