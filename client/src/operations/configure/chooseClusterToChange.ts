/** The cluster that a command is to change; undefined: none, or nothing may be changed, which was said. */
import * as l10n from '@vscode/l10n';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { readOnlyWords } from '../engine/operationRun.ts';
import type { Tools } from '../context.ts';
import { sentenceGap } from '#core/text/grammar.ts';

/** @param title of the questions; where nothing may be changed, what it is that is not done */
export async function chooseToChange(tools: Pick<Tools, 'clusters' | 'settings' | 'notify'>, given: unknown, title: string): Promise<OpenCluster | undefined> {
  if (tools.settings.readOnly()) {
    await tools.notify.tell('warning', `${title}: ${readOnlyWords}${sentenceGap()}${l10n.t`Write a runbook instead, if somebody else is to do it.`}`);
    return undefined;
  }
  return (await tools.clusters.choose(given, title))?.cluster;
}
