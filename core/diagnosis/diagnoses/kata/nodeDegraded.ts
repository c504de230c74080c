/**
 * Diagnoses nodes whose Machine Config Daemon couldn't apply the configuration. Source:
 * openshift/machine-config-operator pkg/daemon/constants; domain/01-kataconfig.md 1.6.
 */
import * as l10n from '@vscode/l10n';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toDiagnosisMatches } from '../diagnosis.ts';
import { findEvidenceLines } from '#core/diagnosis/evidence/evidenceLines.ts';

function gaveUp(reason: string): string {
  return reason === ''
    ? l10n.t`The Machine Config Daemon couldn't apply the node's configuration.`
    : l10n.t`The Machine Config Daemon couldn't apply the node's configuration: ${reason}`;
}

export const nodeDegraded = defineDiagnosis({
  id: 'node-degraded',
  title: () => l10n.t`Node is degraded`,
  likelihood: 90,
  follows: ['log-extension-missing'],
  find(gathered) {
    const { snapshot, at = 0 } = gathered;
    return [...indexSnapshot(snapshot).nodes.values()]
      .filter(({ mcoState }) => mcoState === 'Degraded')
      .flatMap(({ name, mcoReason }) => {
        const { headline, stuck, next, todo } = getNodeStatus(snapshot, name, at);
        return toDiagnosisMatches(
          `Node ${name}`,
          {
            health: 'failed',
            headline,
            meaning: stuck ?? gaveUp(mcoReason ?? ''),
            ...(next === undefined ? {} : { next }),
            ...(todo === undefined ? {} : { todo }),
          },
          findEvidenceLines(gathered, 'nodes', name, /machineconfiguration\.openshift\.io\/(?:state|reason):/),
        );
      });
  },
});
