/**
 * Diagnoses pools that don't update their nodes because they're paused or degraded. Source: core/status/nodes/pools.ts.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages } from '#core/product/docSections.ts';
import { findPoolBlocker } from '#core/status/nodes/pools.ts';
import { isKnown, indexSnapshot, type SnapshotIndex } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

export const poolStuck = defineDiagnosis({
  id: 'pool-stuck',
  title: () => l10n.t`Machine config pool isn't updating nodes`,
  likelihood: 95,
  follows: ['log-extension-missing'],
  docs: statusMessages,
  find(gathered) {
    const index = indexSnapshot(gathered.snapshot);
    return [...index.pools.values()].flatMap((pool) => {
      const found = findPoolBlocker(index, pool.name);
      // A paused pool without pending updates was probably paused on purpose. Problems caused by nodes are reported for
      // the nodes.
      if (found === undefined || found.nodes.length > 0 || (pool.paused && !hasWork(index, pool.name))) return [];
      if (
        !pool.paused &&
        isKnown(gathered.snapshot, 'nodes') &&
        (index.away.get(pool.name) ?? []).some(({ mcoState }) => mcoState === 'Degraded')
      ) {
        return [];
      }
      return toDiagnosisMatches(
        `MachineConfigPool ${pool.name}`,
        {
          health: found.health,
          headline: pool.paused ? l10n.t`Pool ${pool.name} is paused` : l10n.t`Pool ${pool.name} is degraded`,
          meaning: found.what,
          docs: statusMessages,
          ...(found.todo === undefined ? {} : { todo: found.todo }),
        },
        findEvidenceLines(
          gathered,
          'machineConfigPools',
          pool.name,
          pool.paused ? /^\s*paused:\s*true/i : /degraded|render|node/i,
        ),
      );
    });
  },
});

/** Returns whether nodes of the pool have a pending configuration. */
function hasWork({ pools, members, kataConfig }: SnapshotIndex, name: string): boolean {
  const pool = pools.get(name);
  const nodes = members.get(name);
  if (pool === undefined) return false;
  if (nodes === undefined) return kataConfig !== undefined && pool.updatedCount < pool.machineCount;
  return nodes.some(({ currentConfig }) => pool.target !== undefined && currentConfig !== pool.target);
}
