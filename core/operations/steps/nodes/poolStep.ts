/**
 * Creates the step that follows a pool until all of its nodes have a new configuration. Sources: OSC 1.12 §3.3, §6.3;
 * domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { getKataPoolName, findPoolBlocker } from '#core/status/nodes/pools.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { createStepWithDefaults, type StepOptions } from '../createStep.ts';
import { isListKnown, describeUnreadableKind } from '../stepStatus.ts';

/** Maximum number of nodes that are listed. */
const mostNames = 20;

/** Returns the nodes of the pool with Kata, sorted by name. */
export function listKataNodes({ snapshot }: Pick<ObservedCluster, 'snapshot'>): readonly ClusterNode[] {
  const index = indexSnapshot(snapshot);
  return (index.members.get(getKataPoolName(index)) ?? []).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Creates a step that follows a pool until all of its nodes have the target configuration.
 * @param reached whether the pool configuration includes the change; `is` is undefined if this is unknown
 */
export function poolStep(
  situation: ObservedCluster,
  parts: Pick<StepOptions, 'id' | 'title' | 'docs'>,
  reached: {
    readonly is: boolean | undefined;
    readonly words: string;
    readonly missing?: Pick<ProcedureStep, 'state' | 'headline' | 'meaning'>;
  },
): ProcedureStep {
  const { snapshot, now, history } = situation;
  const index = indexSnapshot(snapshot);
  const poolName = getKataPoolName(index);
  const pool = index.pools.get(poolName);
  const until = [
    {
      object: createWatchedReference('machineConfigPools', poolName),
      jsonpath: '{.status.conditions[?(@.type=="Updated")].status}',
      is: 'True',
      minutes: 60 * Math.max(1, pool?.machineCount ?? 1),
    },
  ];
  const base = { ...parts, until };
  if (pool === undefined) {
    return createStepWithDefaults({
      ...base,
      ...(isListKnown(snapshot, 'machineConfigPools')
        ? {
            state: 'waiting' as const,
            headline: l10n.t`Pool ${poolName} doesn't exist yet`,
            meaning: l10n.t`The operator creates the pool.`,
          }
        : describeUnreadableKind(snapshot, 'machineConfigPools')),
    });
  }
  const held = describeBlocker(index, poolName);
  if (reached.is === undefined)
    return createStepWithDefaults({
      ...base,
      ...(reached.missing ?? { state: 'unknown', headline: l10n.t`Can't be read` }),
    });
  const evidence = [reached.words];
  if (!reached.is)
    return createStepWithDefaults({
      ...base,
      evidence,
      ...(held ?? { state: 'waiting', headline: l10n.t`Generating the machine config for pool ${poolName}` }),
    });
  const nodes = listKataNodes(situation);
  const behind = nodes.filter((node) => !hasConfig(node, pool.target));
  const count = l10n.t`${nodes.length - behind.length} of ${formatCount(nodes.length, 'node')} updated`;
  const stories = behind
    .slice(0, mostNames)
    .map(({ name }) => `${name}: ${getNodeStatus(snapshot, name, now, history).headline}`);
  if (behind.length === 0) return createStepWithDefaults({ ...base, state: 'done', headline: count, evidence });
  return createStepWithDefaults({
    ...base,
    evidence: [...evidence, ...stories],
    ...(held ?? { state: 'waiting', headline: count }),
  });
}

/** Describes what blocks the pool. Returns undefined if nothing does. */
function describeBlocker(
  index: ReturnType<typeof indexSnapshot>,
  poolName: string,
): Pick<ProcedureStep, 'state' | 'headline' | 'meaning' | 'todo'> | undefined {
  const hindrance = findPoolBlocker(index, poolName);
  return hindrance === undefined
    ? undefined
    : {
        state: 'blocked' as const,
        headline: hindrance.health === 'failed' ? l10n.t`Pool ${poolName} failed` : l10n.t`Pool ${poolName} is blocked`,
        meaning: hindrance.what,
        ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
      };
}

/** Returns whether the node has this configuration and is ready. */
function hasConfig(
  { currentConfig, desiredConfig, mcoState, ready }: ClusterNode,
  target: string | undefined,
): boolean {
  return (
    target !== undefined &&
    currentConfig === target &&
    desiredConfig === target &&
    mcoState === 'Done' &&
    ready === 'True'
  );
}
