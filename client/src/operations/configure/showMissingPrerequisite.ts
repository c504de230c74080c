/** Reports that a cluster has no KataConfig or Subscription, or that they can't be read, and offers the next step. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationContext } from '../context.ts';
import { describeMissingPrerequisite } from './missingPrerequisite.ts';

export async function showMissingPrerequisite(
  { notify }: Pick<OperationContext, 'notify'>,
  cluster: OpenCluster,
  kind: 'KataConfig' | 'Subscription',
): Promise<void> {
  const { message, nextStep } = describeMissingPrerequisite(cluster, kind);
  const [title, command] =
    nextStep === 'install'
      ? ([withEllipsis(l10n.t`Install Kata`), 'osc.kata.install'] as const)
      : ([l10n.t`Check Cluster Readiness...`, 'osc.cluster.check'] as const);
  const chosen = await notify.tell('warning', message, title);
  if (chosen === title) await commands.executeCommand(command, cluster.context);
}
