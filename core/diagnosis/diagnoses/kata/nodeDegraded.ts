/** A node whose machine-config-daemon gave up. Source: openshift/machine-config-operator pkg/daemon/constants; domain/01-kataconfig.md 1.6. */
import * as l10n from '@vscode/l10n';
import { nodeStory } from '#core/status/nodes/nodeStatus.ts';
import { surroundingsOf } from '#core/status/snapshotIndex.ts';
import { defineDiagnosis, toldFrom } from '../diagnosis.ts';
import { marksOf } from '#core/diagnosis/evidence/evidenceLines.ts';

function gaveUp(reason: string): string {
  return reason === '' ? l10n.t`Its machine-config-daemon gave up.` : l10n.t`Its machine-config-daemon gave up: ${reason}`;
}

export const nodeDegraded = defineDiagnosis({
  id: 'node-degraded',
  title: l10n.t`A node is degraded`,
  likelihood: 90,
  follows: ['log-extension-missing'],
  find(gathered) {
    const { snapshot, at = 0 } = gathered;
    return [...surroundingsOf(snapshot).nodes.values()]
      .filter(({ mcoState }) => mcoState === 'Degraded')
      .flatMap(({ name, mcoReason }) => {
        const { headline, stuck, next, todo } = nodeStory(snapshot, name, at);
        return toldFrom(
          `Node ${name}`,
          {
            health: 'failed',
            headline,
            meaning: stuck ?? gaveUp(mcoReason ?? ''),
            ...(next === undefined ? {} : { next }),
            ...(todo === undefined ? {} : { todo }),
          },
          marksOf(gathered, 'nodes', name, /machineconfiguration\.openshift\.io\/(?:state|reason):/),
        );
      });
  },
});
