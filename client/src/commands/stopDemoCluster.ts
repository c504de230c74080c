import * as l10n from '@vscode/l10n';
import type { Command } from './command.ts';

/** Ends the demo cluster of this window. */
export const stopDemoCluster: Command = {
  id: 'osc.demo.stop',
  needs: 'nothing',
  async run({ demo }) {
    if (demo.running() === undefined) throw new Error(l10n.t`There is no demo cluster to stop: Start Demo Cluster starts one.`);
    await demo.stop();
  },
};
