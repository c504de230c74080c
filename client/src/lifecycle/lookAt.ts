/** What actions on clusters begin with: which cluster, whether anything may be changed there, and all that is known of it. */
import * as l10n from '@vscode/l10n';
import type { Procedure } from '../../../core/lifecycle/procedure.ts';
import type { Situation } from '../../../core/lifecycle/situation.ts';
import { showProgress } from '../showInput.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import { readOnlyWords } from './run.ts';
import type { Tools } from './tools.ts';
import { sentenceGap } from '../../../core/wording.ts';

export interface LookedAt {
  readonly cluster: OpenCluster;
  readonly situation: Situation;
}

/** Undefined: the user gave up, or was told why nothing is done. @param given what VS Code hands to a command */
export async function lookAt(tools: Tools, given: unknown, title: string, procedure: Pick<Procedure<never>, 'title' | 'facts'>): Promise<LookedAt | undefined> {
  const chosen = await tools.clusters.choose(given, title);
  if (chosen === undefined) return undefined;
  const { cluster } = chosen;
  if (tools.settings.readOnly()) {
    await tools.notify.tell('warning', `${procedure.title}: ${readOnlyWords}${sentenceGap()}${l10n.t`Or write a runbook for somebody else to carry out.`}`);
    return undefined;
  }
  return { cluster, situation: await showProgress(l10n.t`Looking at ${cluster.context}...`, () => tools.situation(cluster, procedure.facts)) };
}
