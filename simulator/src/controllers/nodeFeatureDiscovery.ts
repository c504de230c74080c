/**
 * Simulates Node Feature Discovery. While a NodeFeatureDiscovery has a rule for Kata, every eligible worker node gets
 * the label. Labels are never removed. Rules aren't evaluated: any rule with the label counts as a rule for Kata, and
 * worker nodes are eligible unless the configured behavior excludes them. Source: openshift/cluster-nfd-operator api/v1
 * (workerConfig.configData, customConfig.configData).
 */
import { getString, type KubeObject } from '../store/kubeObject.ts';
import { labelled } from './framework/client.ts';
import type { ControllerContext, Controller } from './framework/controller.ts';
import { eligible, isWorker } from './kata/nodeSelection.ts';
import { nodeFeatureDiscoveries, nodeFeatureRules, nodes } from './framework/resourceNames.ts';
import { WorkQueue } from './framework/workQueue.ts';

/** Node Feature Discovery Operator and its workers. */
export const nodeFeatureDiscovery: Controller = {
  name: 'node feature discovery',
  start(cluster) {
    const { client, clock, behaviour } = cluster;
    const queue = new WorkQueue(clock, behaviour.timings.featureDiscovery, () => {
      discover(cluster);
      return undefined;
    });
    const notice = ({ type }: { readonly type: string }): void => {
      if (type !== 'DELETED') queue.add('all');
    };
    const stops = [
      client.follow(nodeFeatureDiscoveries, notice),
      client.follow(nodeFeatureRules, notice),
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
  const isRunning = client.list(nodeFeatureDiscoveries).length > 0;
  const rules = [
    ...client.list(nodeFeatureDiscoveries).map(configOf),
    ...client.list(nodeFeatureRules).map((rule) => JSON.stringify(rule['spec'] ?? '')),
  ];
  if (!isRunning || !rules.some((rule) => rule.includes(eligible))) return;
  for (const node of client.list(nodes)) {
    if (!isWorker(node) || behaviour.nodesWithoutVirtualization.includes(node.metadata.name)) continue;
    client.change(nodes, { name: node.metadata.name }, (object) =>
      object.metadata.labels?.[eligible] === 'true' ? undefined : labelled(object, { [eligible]: 'true' }),
    );
  }
}

function configOf(instance: KubeObject): string {
  return ['workerConfig', 'customConfig']
    .map((part) => getString(instance, 'spec', part, 'configData') ?? '')
    .join('\n');
}
