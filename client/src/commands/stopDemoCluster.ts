import type { Command } from './command.ts';

/** Ends the demo cluster of this window. */
export const stopDemoCluster: Command = {
  id: 'osc.demo.stop',
  needs: 'nothing',
  async run({ demo }) {
    if (demo.running() === undefined) throw new Error('There is no demo cluster to stop: Start Demo Cluster starts one.');
    await demo.stop();
  },
};
