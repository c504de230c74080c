/**
 * Describes what happens on a cluster if a user creates or deletes the KataConfig of a file: the nodes that reboot, the
 * duration, and the pods that stop. The hover of a KataConfig shows it.
 */
import { getName } from '../cluster/objects/clusterObject.ts';
import { getValue } from '../common/json.ts';
import { matchesSelector, readSelector } from '../labels/labelSelector.ts';
import { eligibleLabel, workerRole } from '../product/nodeLabels.ts';
import { indexSnapshot, isKnown, listItems } from '../status/snapshotIndex.ts';
import type { ObservedCluster } from './observedCluster.ts';
import { rebootGate } from './rebootConsequences.ts';
import { listKataNodes } from './steps/nodes/poolStep.ts';

/** Returns the worker nodes that a KataConfig selects. Source: domain/01-kataconfig.md 1.2. */
export function listSelectedNodes(
  { snapshot }: Pick<ObservedCluster, 'snapshot'>,
  kataConfig: unknown,
): readonly string[] {
  const nodes = listItems(snapshot, 'nodes');
  const selector = readSelector(kataConfig, 'spec', 'kataConfigPoolSelector');
  const eligible = getValue(kataConfig, 'spec', 'checkNodeEligibility') === true;
  return nodes
    .filter(({ labels }) => Object.hasOwn(labels, workerRole))
    .filter(({ labels }) => selector === undefined || matchesSelector(selector, labels) === true)
    .filter(({ labels }) => !eligible || labels[eligibleLabel] === 'true')
    .map(({ name }) => name);
}

/**
 * Returns the consequences of creating the KataConfig, or of deleting it if it exists, one sentence each. Returns none
 * if the nodes are unknown.
 * @param kataConfig the object of the file
 */
export function describeKataConfigReboots(situation: ObservedCluster, kataConfig: unknown): readonly string[] {
  const { snapshot } = situation;
  if (!isKnown(snapshot, 'nodes') || !isKnown(snapshot, 'kataConfigs')) return [];
  const { converged, nodes, kataConfig: existing } = indexSnapshot(snapshot);
  const exists = existing !== undefined && existing.name === getName(kataConfig, 'metadata', 'name');
  const names = exists
    ? listKataNodes(situation).map(({ name }) => name)
    : converged
      ? [...nodes.keys()]
      : listSelectedNodes(situation, kataConfig);
  if (names.length === 0) return [];
  const { estimates = [], losses = [] } = rebootGate(situation, names, exists);
  return [...estimates, ...losses.map(({ text }) => text)];
}
