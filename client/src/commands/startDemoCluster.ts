import type { ExtensionCommand } from './command.ts';

/**
 * From the palette: a simulated cluster on this machine, to try everything on. With one that answers already: what can
 * be done with it.
 */
export const startDemoCluster: ExtensionCommand = {
  id: 'osc.demo.start',
  title: 'Start Demo Cluster...',
  needs: 'nothing',
  async run({ demo }) {
    await demo.start();
  },
};
