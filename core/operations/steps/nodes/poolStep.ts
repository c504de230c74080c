/** A pool whose nodes get another configuration, followed until all of them have it. Sources: OSC 1.12 §3.3, §6.3; domain/01-kataconfig.md 1.7. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/resources/node.ts';
import { kataPoolName, poolHindrance } from '#core/status/nodes/pools.ts';
import { nodeStory } from '#core/status/nodes/nodeStatus.ts';
import { surroundingsOf } from '#core/status/snapshotIndex.ts';
import { countWords } from '#core/text/counts.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Step } from '#core/operations/procedure.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { plainStep, type StepParts } from '../createStep.ts';
import { isSettled, unseen } from '../stepStatus.ts';

/** So many nodes are told of. */
const mostNames = 20;

/** The nodes of the pool with kata, by name. */
export function kataNodes({ snapshot }: Pick<Situation, 'snapshot'>): readonly ClusterNode[] {
  const surroundings = surroundingsOf(snapshot);
  return (surroundings.members.get(kataPoolName(surroundings)) ?? []).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The step that follows a pool until all of its nodes have what it is to have.
 * @param reached whether the pool's configuration has the change; undefined: that cannot be seen
 */
export function poolStep(
  situation: Situation,
  parts: Pick<StepParts, 'id' | 'title' | 'docs'>,
  reached: { readonly is: boolean | undefined; readonly words: string; readonly missing?: Pick<Step, 'state' | 'headline' | 'meaning'> },
): Step {
  const { snapshot, now, history } = situation;
  const surroundings = surroundingsOf(snapshot);
  const poolName = kataPoolName(surroundings);
  const pool = surroundings.pools.get(poolName);
  const until = [
    {
      object: liveReference('machineConfigPools', poolName),
      jsonpath: '{.status.conditions[?(@.type=="Updated")].status}',
      is: 'True',
      minutes: 60 * Math.max(1, pool?.machineCount ?? 1),
    },
  ];
  const base = { ...parts, until };
  if (pool === undefined) {
    return plainStep({
      ...base,
      ...(isSettled(snapshot, 'machineConfigPools')
        ? { state: 'waiting' as const, headline: l10n.t`the pool ${poolName} is not there yet`, meaning: l10n.t`The operator makes it.` }
        : unseen(snapshot, 'machineConfigPools')),
    });
  }
  const hindrance = poolHindrance(surroundings, poolName);
  const held =
    hindrance === undefined
      ? undefined
      : {
          state: 'blocked' as const,
          headline: hindrance.health === 'failed' ? l10n.t`the pool ${poolName} failed` : l10n.t`the pool ${poolName} is held`,
          meaning: hindrance.what,
          ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
        };
  if (reached.is === undefined) return plainStep({ ...base, ...(reached.missing ?? { state: 'unknown', headline: l10n.t`Cannot be seen` }) });
  const evidence = [reached.words];
  if (!reached.is) return plainStep({ ...base, evidence, ...(held ?? { state: 'waiting', headline: l10n.t`the configuration of ${poolName} is being made` }) });
  const nodes = kataNodes(situation);
  const behind = nodes.filter((node) => !hasConfig(node, pool.target));
  const count = l10n.t`${nodes.length - behind.length} of ${countWords(nodes.length, 'node')} updated`;
  const stories = behind.slice(0, mostNames).map(({ name }) => `${name}: ${nodeStory(snapshot, name, now, history).headline}`);
  if (behind.length === 0) return plainStep({ ...base, state: 'done', headline: count, evidence });
  return plainStep({ ...base, evidence: [...evidence, ...stories], ...(held ?? { state: 'waiting', headline: count }) });
}

/** Whether the node has this configuration, and is back. */
function hasConfig({ currentConfig, desiredConfig, mcoState, ready }: ClusterNode, target: string | undefined): boolean {
  return target !== undefined && currentConfig === target && desiredConfig === target && mcoState === 'Done' && ready === 'True';
}
