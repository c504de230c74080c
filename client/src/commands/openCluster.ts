import type { ExtensionCommand } from './command.ts';

/**
 * Contacts a cluster of the kubeconfig and follows it. On a closed cluster of the tree, and in the palette, where it
 * asks which.
 */
export const openCluster: ExtensionCommand = {
  id: 'osc.cluster.open',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.open(given);
  },
};
