import type { ExtensionCommand } from './command.ts';

/** Reads the kubeconfig anew and tries now what would be tried later. On one cluster, or for all of them. */
export const refreshClusters: ExtensionCommand = {
  id: 'osc.cluster.refresh',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.refresh(given);
  },
};
