/** Creates the row of the Kata runtime classes, which pods can use if they exist. */
import * as l10n from '@vscode/l10n';
import { kataRuntimeClasses } from '#core/status/kataRuntimeClasses.ts';
import { worstHealth } from '#core/status/explanation.ts';
import { missingWord } from '#core/status/partText.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { explainDeletion, runtimeClassNode } from './runtimeClassNode.ts';

export function runtimeClassesNode(seen: ClusterTreeInput): TreeNode {
  const classes = kataRuntimeClasses(seen.snapshot);
  const there = classes.length > 0;
  return explainedNode({
    id: `${seen.context}/runtimeclasses`,
    label: l10n.t({
      message: 'Runtimes',
      args: [],
      comment: ['The label of the row for the runtime classes of Kata, in the Clusters view. Keep it short.'],
    }),
    fullName: l10n.t`Runtime classes`,
    icon: 'layers',
    explanation: there
      ? {
          health: worstHealth(classes.map((one) => explainDeletion(seen, one)?.health ?? 'ok')),
          headline: classes.map(({ name }) => name).join(', '),
          meaning: l10n.t`Pods that use one of these runtime classes run in a VM.`,
        }
      : {
          health: 'unknown',
          missing: 'none',
          headline: l10n.t`none yet`,
          meaning: l10n.t`Pods can't use Kata yet. The API server rejects pods with a runtime class that doesn't exist.`,
          next: l10n.t`The operator creates the runtime classes at the end of the installation, after Kata is installed on all nodes.`,
        },
    ...(there ? {} : { description: missingWord('none') }),
    target: { context: seen.context },
    ...(there ? { children: () => classes.map((one) => runtimeClassNode(seen, one)) } : {}),
  });
}
