/** The surroundings in which `oc` runs, and how it is told of a cluster. Without VS Code. */
import os from 'node:os';
import path from 'node:path';
import type { OcCluster } from './oc.ts';

/**
 * The variables for it: plain words without colours, and no kubeconfig but the given ones. One file is named by
 * `--kubeconfig`; for several there is no option, they stand in the variable, merged by oc as the window merges them.
 * @param kubeconfig none: it is to know of no cluster
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

/** All arguments, those that say which cluster first: behind `--` they would be the command's. */
export function createOcArguments({ kubeconfig, context }: OcCluster, args: readonly string[]): readonly string[] {
  const [only, ...more] = kubeconfig;
  return [
    ...(only !== undefined && more.length === 0 ? [`--kubeconfig=${only}`] : []),
    `--context=${context}`,
    ...args,
  ];
}
