/**
 * The facts of the cluster that the user chose, kept for the language server: it is told when they change, and once
 * more whenever it has started.
 */
import { omitUndefined } from '#core/common/json.ts';
import { findRelease } from '#core/product/releases.ts';
import { maxClusterNodes, type ClusterFacts, type ClusterInfoParams } from '#server/protocol/clusterFacts.ts';
import type { ClusterRelease } from '../releaseChoices.ts';

export interface ClusterInfoStore {
  set(facts: ClusterFacts | undefined): void;
  now(): ClusterInfoParams;
  /** Returns the release of the cluster if it is known. */
  release(): ClusterRelease | undefined;
  /** Called after every `set` that changed anything. */
  onChange(listener: () => void): void;
}

export function createChosenCluster(): ClusterInfoStore {
  const listeners: (() => void)[] = [];
  let params: ClusterInfoParams = {};
  return {
    set(facts) {
      if (facts === undefined && params.facts === undefined) return;
      params = facts === undefined ? {} : { facts: factsAlone(facts) };
      for (const listener of listeners) listener();
    },
    now: () => params,
    release() {
      const { cluster, release: id } = params.facts ?? {};
      const release = findRelease(id ?? '');
      return cluster === undefined || release === undefined ? undefined : { cluster, release };
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

/** Field by field: whatever else the objects carry that were handed over stays here. */
function factsAlone(facts: ClusterFacts): ClusterFacts {
  const {
    cluster,
    asOf,
    live,
    release,
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
      runtimeClasses,
      allowedInstanceTypes:
        allowed === undefined
          ? undefined
          : { provider: allowed.provider, types: allowed.types, ...omitUndefined({ default: allowed.default }) },
      // Of part of the nodes nothing can be said.
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
