/**
 * Lists the clusters with an unfinished operation for a quick pick, each with the state of its operation. All functions
 * are pure.
 */
import * as l10n from '@vscode/l10n';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { describeProgress } from '#client/clusters/state/operationProgressText.ts';
import type { KeptOperation } from '#client/clusters/state/savedOperations.ts';

/** The operations that a command applies to. */
export type OperationKind = 'unfinished' | 'running' | 'paused';

/** Maximum length of the progress text, in characters. */
const longestProgress = 60;

/** Sort order. Operations that are waiting for the user come first. */
const order: readonly OperationProgress['state'][] = ['asking', 'blocked', 'paused', 'working'];

const isOfKind: Readonly<Record<OperationKind, (state: OperationProgress['state']) => boolean>> = {
  unfinished: (state) => state !== 'done',
  running: (state) => state !== 'done' && state !== 'paused',
  paused: (state) => state === 'paused',
};

/**
 * Returns the quick pick items.
 * @param paused paused operations, including those on clusters that aren't open
 */
export function operationChoices(
  open: readonly Pick<OpenCluster, 'context' | 'run'>[],
  paused: readonly Pick<KeptOperation, 'context' | 'run'>[],
  kind: OperationKind,
): readonly { readonly label: string; readonly description: string }[] {
  const closed = paused.filter(({ context }) => open.every((cluster) => cluster.context !== context));
  return [...open, ...closed]
    .flatMap(({ context, run }) => (run !== undefined && isOfKind[kind](run.state) ? [{ context, run }] : []))
    .toSorted((one, other) => order.indexOf(one.run.state) - order.indexOf(other.run.state))
    .map(({ context, run }) => ({
      label: context,
      description: l10n.t`${run.title}: ${describeProgress(run, longestProgress, { named: false })}`,
    }));
}
