/** The cluster that a command is to change; undefined: none, or nothing may be changed, which was said. */
import * as l10n from '@vscode/l10n';
import type { ClusterFilter, OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyWords } from '../engine/operationRun.ts';
import type { Tools } from '../context.ts';
import { sentenceGap } from '#core/text/grammar.ts';

/** @param title of the questions; where nothing may be changed, what it is that is not done @param only limits the clusters that the user can select */
export async function chooseToChange(
  tools: Pick<Tools, 'clusters' | 'settings' | 'notify'>,
  given: unknown,
  title: string,
  only?: ClusterFilter,
): Promise<OpenCluster | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell('warning', `${title}: ${readOnlyWords}${sentenceGap()}${l10n.t`Write a runbook instead, if somebody else is to do it.`}`);
    return undefined;
  }
  return (await tools.clusters.choose(given, title, only))?.cluster;
}
