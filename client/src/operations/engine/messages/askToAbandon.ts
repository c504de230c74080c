/** Asks whether to abandon a paused operation. */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { abandonLines } from './abandonText.ts';

/**
 * Asks in a dialog that lists what remains on the cluster. VS Code focuses the first button, so the first button keeps
 * the operation. Pressing Enter therefore destroys nothing.
 * @param snapshot the current state of the cluster, if it's open
 */
export async function askToAbandon(
  notify: Pick<Notify, 'choose'>,
  context: string,
  run: OperationProgress,
  snapshot?: Snapshot,
): Promise<boolean> {
  const [keep, abandon] = [l10n.t`Keep Paused`, l10n.t`Abandon`];
  const question = l10n.t`Abandon ${run.title} on ${context}?`;
  return (await notify.choose(question, abandonLines(run, snapshot).join('\n'), keep, abandon)) === abandon;
}
