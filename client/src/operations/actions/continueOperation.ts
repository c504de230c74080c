/** Continues the preview in the active editor, or the waiting or paused operation on a cluster. */
import * as l10n from '@vscode/l10n';
import type { OperationCommand } from '../context.ts';
import { operationContext } from '../engine/chooseOperation.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const continueOperation: OperationCommand = {
  id: 'osc.procedure.goOn',
  title: 'Continue Operation',
  shortTitle: 'Continue',
  icon: 'play',
  // The preview of a runbook is available with `osc.readOnly` too.
  palette: '(osc.preview || osc.procedureRuns || osc.operationPaused) && (osc.preview || !config.osc.readOnly)',
  menus: [
    { menu: 'editor/title', group: 'navigation@1', when: 'osc.preview && !isInDiffEditor' },
    clusterRow('inline@0', 'blocked'),
    clusterRow('1@1', 'blocked'),
  ],
  async run(tools, given) {
    // A tree row identifies its cluster. The button of a preview passes a file instead.
    const row = typeof given === 'string' || (typeof given === 'object' && given !== null && 'node' in given);
    if (!row && (await tools.previews.goOn())) return;
    const context = await operationContext(tools, given, l10n.t`Continue Operation`, 'unfinished');
    if (context === undefined) return;
    // The row of a cluster that can't be opened shows the reason.
    if (tools.clusters.cluster(context) === undefined)
      throw new Error(l10n.t`${context} couldn't be opened. Its row in the Clusters view shows the reason.`);
    if (!tools.goOn(context)) throw new Error(l10n.t`No operation is running or paused on ${context}.`);
  },
};
