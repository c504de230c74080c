import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { commandSolution } from '../vscode/commandSolution.ts';
import { SolvableError } from '../vscode/solvableError.ts';
import type { ExtensionCommand } from './command.ts';

/** Stops a demo cluster of this window. If several are running, asks which one. */
export const stopDemoCluster: ExtensionCommand = {
  id: 'osc.demo.stop',
  title: 'Stop Demo Cluster',
  palette: 'osc.demoRuns',
  needs: 'nothing',
  async run({ demo }) {
    if (demo.running().length === 0)
      throw new SolvableError(
        l10n.t`No demo cluster is running.`,
        commandSolution(withEllipsis(l10n.t`Start Demo Cluster`), 'osc.demo.start'),
      );
    await demo.stop();
  },
};
