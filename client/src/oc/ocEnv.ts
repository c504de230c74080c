/** Builds the environment and the arguments for `oc`. Doesn't use VS Code. */
import os from 'node:os';
import path from 'node:path';
import type { OcCluster } from './oc.ts';

/**
 * Returns the environment variables: plain English output without colors, and only the given kubeconfig files. A single
 * file is passed with `--kubeconfig`. Several files are passed in KUBECONFIG because there is no option for them. oc
 * merges them in the same way as this extension.
 * @param kubeconfig paths of kubeconfig files; empty if `oc` must not use any cluster
 */
export function ocEnv(
  env: Readonly<Record<string, string | undefined>>,
  kubeconfig: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const { KUBECONFIG: _own, ELECTRON_RUN_AS_NODE: _electron, ...others } = env;
  const named =
    kubeconfig.length === 0 ? os.devNull : kubeconfig.length === 1 ? undefined : kubeconfig.join(path.delimiter);
  return { ...others, NO_COLOR: '1', LANG: 'C', LC_ALL: 'C', ...(named === undefined ? {} : { KUBECONFIG: named }) };
}

/**
 * Returns all arguments. Those that select the cluster are first, because after `--` they would belong to the remote
 * command.
 */
export function createOcArguments({ kubeconfig, context }: OcCluster, args: readonly string[]): readonly string[] {
  const [only, ...more] = kubeconfig;
  return [
    ...(only !== undefined && more.length === 0 ? [`--kubeconfig=${only}`] : []),
    `--context=${context}`,
    ...args,
  ];
}
