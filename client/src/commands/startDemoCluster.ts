import type { ExtensionCommand } from './command.ts';

/**
 * Starts a simulated cluster on this computer. If one is already running, offers it for selection. Available in the
 * Command Palette.
 */
export const startDemoCluster: ExtensionCommand = {
  id: 'osc.demo.start',
  title: 'Start Demo Cluster...',
  needs: 'nothing',
  async run({ demo }) {
    await demo.start();
  },
};
