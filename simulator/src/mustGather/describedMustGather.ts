/**
 * Creates the must-gather of OpenShift sandboxed containers: output of `oc describe`, logs, and nodes. Layout:
 * domain/07-must-gather.md 7.2 (collection-scripts of the operator).
 */
import { stringify } from 'yaml';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { getList, getString } from '#core/common/json.ts';
import { describeObject } from '#core/oc/describe/describeObject.ts';
import * as names from '../controllers/framework/resourceNames.ts';
import { createNodeJournal } from '../logs/nodeJournal.ts';
import { written } from '../logs/formatJournal.ts';
import type { KubeObject } from '../store/kubeObject.ts';
import { namesOfKataPods, ofNodes } from './nodeFiles.ts';
import { plainObject, timestampFile, type ClusterToGather, type FileToWrite } from './mustGatherFiles.ts';

const root = 'registry-redhat-io-openshift-sandboxed-containers-osc-must-gather-rhel9-sha256-0000/';
const texts = `${root}sandboxed-containers/`;

const marketplace = 'openshift-marketplace';
/** Pods in the operator namespace whose logs are collected. */
const logged =
  /^(?:(?:openshift-sandboxed-containers-controller|controller)-manager-|openshift-sandboxed-containers-monitor-|osc-caa-ds-|peerpodconfig-ctrl-caa-daemon-|peer-pods-webhook-|osc-podvm-image-creation-)/;

function podsOf(client: ClusterToGather['client'], namespace: string): readonly KubeObject[] {
  return client
    .list(names.pods, namespace)
    .filter(({ metadata: { name } }) => namespace !== operatorNamespace || logged.test(name));
}

export function describedMustGather(cluster: ClusterToGather): readonly FileToWrite[] {
  const { client, now, logOf } = cluster;
  const described = (path: string, objects: readonly KubeObject[]): FileToWrite => ({
    path: `${texts}${path}`,
    text: objects.map((object) => describeObject(object, { now, events: [] })).join('\n\n'),
  });
  const pools = client.list(names.machineConfigPools);
  const plans = client.list(names.installPlans, operatorNamespace);
  return [
    timestampFile('', now),
    timestampFile(root, now),
    described('kataconfig_description', client.list(names.kataConfigs)),
    described(
      'clusterserviceversion_description',
      client
        .list(names.csvs, operatorNamespace)
        .filter(({ metadata }) => metadata.name.startsWith(documentedSubscription.startingCsvPrefix)),
    ),
    described('subscription_description', client.list(names.subscriptions, operatorNamespace)),
    described('services_description', client.list(names.services, operatorNamespace)),
    described(
      'validatingwebhookconfigurations_description',
      client.list(names.validatingWebhooks).filter(({ metadata }) => metadata.name.includes('kata')),
    ),
    ...['master', 'worker', 'kata-oc'].flatMap((name) => {
      const found = pools.filter(({ metadata }) => metadata.name === name);
      return found.length === 0 ? [] : [described(`mcps/${name}_description`, found)];
    }),
    ...plans.map((plan) => described(`namespaces/${operatorNamespace}/${plan.metadata.name}_description`, [plan])),
    ...client.list(names.nodes).map((node) => ({
      path: `${root}cluster-scoped-resources/core/nodes/${node.metadata.name}.yaml`,
      text: `---\n${stringify(plainObject(node), { sortMapEntries: true, aliasDuplicateObjects: false, indentSeq: false })}`,
    })),
    ...client.list(names.nodes).flatMap(({ metadata: { name } }) => {
      const journal = createNodeJournal(client, name);
      return (['crio', 'kubelet'] as const).map((unit) => ({
        path: `${root}nodes/${name}/${name}_logs_${unit}`,
        text: journal.flatMap((entry) => (entry.unit === unit ? [`${written(entry, name, 'short')}\n`] : [])).join(''),
      }));
    }),
    ...namesOfKataPods(cluster, texts),
    ...ofNodes(cluster, root),
    ...client
      .list(names.pods, marketplace)
      .map((pod) => described(`namespaces/${marketplace}/${pod.metadata.name}_description`, [pod])),
    ...[operatorNamespace, 'openshift-machine-config-operator', marketplace].flatMap((namespace) =>
      podsOf(client, namespace).map((pod) => {
        const containers = getList(pod, 'spec', 'containers').flatMap((one) => getString(one, 'name') ?? []);
        return {
          path: `${texts}namespaces/${namespace}/${pod.metadata.name}_logs`,
          text: `${logOf(namespace, pod.metadata.name, containers)}\n`,
        };
      }),
    ),
  ];
}
