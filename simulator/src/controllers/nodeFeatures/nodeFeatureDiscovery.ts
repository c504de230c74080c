/**
 * Simulates Node Feature Discovery. While a NodeFeatureDiscovery exists, worker nodes have NodeFeature objects and
 * labels. Rules are evaluated, and labels that no rule sets any longer are removed. Rules with `matchOn` are evaluated
 * up to OpenShift 4.14, which has no NodeFeature objects. Source: openshift/cluster-nfd-operator api/v1
 * (workerConfig.configData); core/product/nodeFeatureRules.ts.
 */
import { parseDocument } from 'yaml';
import { getNodeFeatureGroup, ignoresMatchOn } from '#core/product/nodeFeatureRules.ts';
import { getCompletedVersion } from '#simulator/resources/kubernetesVersion.ts';
import { getList, getString, isSameJson, type KubeObject } from '#simulator/store/kubeObject.ts';
import { labelled, withAnnotations } from '../framework/client.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { isWorker } from '../kata/nodeSelection.ts';
import {
  clusterVersions,
  nodeFeatureDiscoveries,
  nodeFeatureRules,
  nodeFeatures,
  nodes,
} from '../framework/resourceNames.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { evaluateRule } from './evaluateRule.ts';
import { builtinLabels, createNodeFeature, featuresOf, getHardware } from './nodeFeatures.ts';

/** Annotation with the names of the labels that Node Feature Discovery set, without the prefix that they share. */
const featureLabels = 'nfd.node.kubernetes.io/feature-labels';
const prefix = 'feature.node.kubernetes.io/';

/** Node Feature Discovery Operator and its workers. */
export const nodeFeatureDiscovery: Controller = {
  name: 'node feature discovery',
  manager: fieldManagers.nodeFeatureDiscovery,
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.featureDiscovery, () => {
      discover(cluster);
      return undefined;
    });
    const notice = (): void => {
      queue.add('all');
    };
    const stops = [
      client.follow(nodeFeatureDiscoveries, notice),
      ...Object.values(nodeFeatureRules).map((rules) => client.follow(rules, notice)),
      client.follow(nodes, ({ type, object }) => {
        if (type === 'ADDED' && isWorker(object)) queue.add('all');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      queue.stop();
    };
  },
};

function discover({ client, behaviour }: ControllerContext): void {
  const [instance] = client.list(nodeFeatureDiscoveries);
  if (instance === undefined) return;
  const version = getCompletedVersion(client.get(clusterVersions, 'version'));
  const readsMatchOn = ignoresMatchOn(version) === false;
  const group = getNodeFeatureGroup(version) ?? 'nfd.k8s-sigs.io';
  const rules = [
    ...client.list(nodeFeatureDiscoveries).flatMap(workerRules),
    ...client.list(nodeFeatureRules[group]).flatMap((rule) => getList(rule, 'spec', 'rules')),
  ];
  for (const node of client.list(nodes).filter(isWorker)) {
    const { name } = node.metadata;
    const features = featuresOf(node, getHardware(name, behaviour));
    const builtin = builtinLabels(features);
    if (!readsMatchOn) {
      const namespace = instance.metadata.namespace ?? '';
      client.ensure(nodeFeatures[group], createNodeFeature(name, namespace, group, features, builtin));
    }
    const custom = rules.map((rule) => evaluateRule(rule, features, readsMatchOn));
    const labels = Object.assign({}, builtin, ...custom) as Readonly<Record<string, string>>;
    client.change(nodes, { name }, (object) => withFeatureLabels(object, labels));
  }
}

/** Returns the node with these labels of Node Feature Discovery. Labels that other clients set aren't changed. */
function withFeatureLabels(node: KubeObject, labels: Readonly<Record<string, string>>): KubeObject | undefined {
  const before = (node.metadata.annotations?.[featureLabels] ?? '').split(',').filter((name) => name !== '');
  const removed = before.map((name) => [name.includes('/') ? name : prefix + name, undefined] as const);
  const changed = withAnnotations(labelled(node, { ...Object.fromEntries(removed), ...labels }), {
    [featureLabels]: Object.keys(labels)
      .map((label) => (label.startsWith(prefix) ? label.slice(prefix.length) : label))
      .toSorted()
      .join(','),
  });
  return isSameJson(changed, node) ? undefined : changed;
}

function workerRules(instance: KubeObject): readonly unknown[] {
  return getList(parse(getString(instance, 'spec', 'workerConfig', 'configData')), 'sources', 'custom');
}

/** Parses a configuration. The worker exits if it isn't valid, so it then has no rules. */
function parse(text: string | undefined): unknown {
  const document = parseDocument(text ?? '', { uniqueKeys: false });
  return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 });
}
