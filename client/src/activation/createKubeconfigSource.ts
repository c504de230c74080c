/** Creates the source of the kubeconfig, with the tokens that users entered. */
import process from 'node:process';
import { omitUndefined } from '#core/common/json.ts';
import { createMayRun } from '../clusters/kubeconfig/confirmExecProgram.ts';
import { KubeconfigSource } from '../clusters/kubeconfig/kubeconfigSource.ts';
import type { KubernetesExtension } from '../clusters/kubeconfig/kubernetesExtension.ts';
import { SavedTokens } from '../clusters/kubeconfig/savedTokens.ts';
import type { ClustersFeatureDeps } from '../clusters/clustersFeature.ts';
import { realClock } from '../kubernetes/clock.ts';
import { findHomeFolder } from '../processes/homeFolder.ts';

/** User state key: the keys of the saved tokens in the secret storage. It contains no secrets. */
const tokensKey = 'osc.savedTokens';

/**
 * Creates the source.
 * @param changed called after the kubeconfig was read again because a file changed
 */
export function createKubeconfigSource(
  { log, notify, settings, kept, secrets, demo }: ClustersFeatureDeps,
  kubernetes: Pick<KubernetesExtension, 'kubeconfig'>,
  changed: () => void,
): { readonly source: KubeconfigSource; readonly tokens: SavedTokens } {
  const tokens = new SavedTokens({
    secrets,
    index: { read: () => kept.user.get<unknown>(tokensKey), write: (keys) => kept.user.update(tokensKey, keys) },
    clock: realClock,
  });
  const source = new KubeconfigSource({
    clock: realClock,
    surroundings: async () => {
      return {
        env: process.env,
        home: findHomeFolder(),
        besides: demo.running().map(({ kubeconfig }) => kubeconfig),
        ...omitUndefined({ explicit: settings.kubeconfig() || (await kubernetes.kubeconfig()) }),
      };
    },
    mayRun: createMayRun(kept.user, notify),
    isReadOnly: () => settings.readOnly(),
    changed,
    tell: (line) => log.warn(line),
    tokens,
  });
  return { source, tokens };
}
