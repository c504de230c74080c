/**
 * Stores information about the cluster that files are checked against. The language server receives it on every change
 * and after every start.
 */
import { omitUndefined } from '#core/common/json.ts';
import { findRelease } from '#core/product/releases.ts';
import { maxClusterNodes, type ClusterFacts, type ClusterInfoParams } from '#server/protocol/clusterFacts.ts';
import type { ClusterRelease } from '../releaseChoices.ts';
import { createValueStore } from './valueStore.ts';

export interface ClusterInfoStore {
  set(facts: ClusterFacts | undefined): void;
  now(): ClusterInfoParams;
  /** Returns the OSC release of the cluster, or undefined if it's unknown. */
  release(): ClusterRelease | undefined;
  /** Registers a listener that is called after every `set` that changes something. */
  onChange(listener: () => void): void;
}

export function createChosenCluster(): ClusterInfoStore {
  const { set, now, onChange } = createValueStore<ClusterInfoParams>({});
  return {
    now,
    onChange,
    set(facts) {
      if (facts !== undefined || now().facts !== undefined)
        set(facts === undefined ? {} : { facts: factsAlone(facts) });
    },
    release() {
      const { cluster, release: id } = now().facts ?? {};
      const release = findRelease(id ?? '');
      return cluster === undefined || release === undefined ? undefined : { cluster, release };
    },
  };
}

/** Copies only the known fields, so that additional fields of the given object aren't sent to the server. */
function factsAlone(facts: ClusterFacts): ClusterFacts {
  const {
    cluster,
    asOf,
    live,
    release,
    openShift,
    kubernetes,
    runtimeClasses,
    allowedInstanceTypes: allowed,
    nodes,
    kataConfigs,
    converged,
    kataNodes,
  } = facts;
  return {
    cluster,
    asOf,
    ...omitUndefined({
      live,
      release,
      openShift,
      kubernetes,
      runtimeClasses,
      allowedInstanceTypes:
        allowed === undefined
          ? undefined
          : { provider: allowed.provider, types: allowed.types, ...omitUndefined({ default: allowed.default }) },
      // With only some of the nodes, the server can't draw conclusions.
      nodes:
        nodes === undefined || nodes.length > maxClusterNodes
          ? undefined
          : nodes.map(({ name, labels }) => ({ name, labels })),
      kataConfigs: kataConfigs?.map(({ name, words, health }) => ({ name, words, health })),
      converged,
      kataNodes,
    }),
  };
}
