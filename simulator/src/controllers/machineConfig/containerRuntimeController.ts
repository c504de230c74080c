/**
 * Simulates the controller that creates MachineConfigs from ContainerRuntimeConfigs and reports problems with unusable
 * ones. Source: openshift/machine-config-operator pkg/controller/container-runtime-config (helpers.go,
 * validateUserContainerRuntimeConfig).
 */
import { getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { getObjectKey, createOwnerReference, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { containerRuntimeConfigs, machineConfigPools, machineConfigs } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { matchesLabels } from '../framework/labelSelector.ts';
import { roleLabel } from '../nodes/nodeAnnotations.ts';

const logLevels = new Set(['error', 'fatal', 'panic', 'warn', 'info', 'debug', 'trace']);

/** Controller of ContainerRuntimeConfigs. */
export const containerRuntimeController: Controller = {
  name: 'container runtime configs',
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.reconcile, (name) => sync(client, name));
    const stopConfigs = client.follow(containerRuntimeConfigs, ({ object }) => queue.add(object.metadata.name));
    const stopPools = client.follow(machineConfigPools, ({ type }) => {
      if (type === 'ADDED') for (const config of client.list(containerRuntimeConfigs)) queue.add(config.metadata.name);
    });
    return () => {
      stopConfigs();
      stopPools();
      queue.stop();
    };
  },
};

function sync(client: Client, name: string): undefined {
  const config = client.get(containerRuntimeConfigs, name);
  if (config === undefined || config.metadata.deletionTimestamp !== undefined) return;
  const logLevel = getString(config, 'spec', 'containerRuntimeConfig', 'logLevel');
  if (logLevel !== undefined && !logLevels.has(logLevel)) {
    const problem = `invalid LogLevel ${JSON.stringify(logLevel)}, must be one of error, fatal, panic, warn, info, debug, or trace`;
    report(client, config, 'Failure', `Error: ${problem}`);
    return;
  }
  const pools = client
    .list(machineConfigPools)
    .filter(
      (pool) => matchesLabels(getMap(config, 'spec', 'machineConfigPoolSelector'), pool.metadata.labels) === true,
    );
  if (pools.length === 0) {
    report(client, config, 'Failure', 'Error: could not find any MachineConfigPool set for ContainerRuntimeConfig');
    return;
  }
  for (const pool of pools) write(client, config, pool);
  report(client, config, 'Success', 'Success');
}

function write(client: Client, owner: KubeObject, pool: KubeObject): void {
  const name = `99-${pool.metadata.name}-generated-containerruntime`;
  const settings = `[crio]\n  [crio.runtime]\n    log_level = ${JSON.stringify(getString(owner, 'spec', 'containerRuntimeConfig', 'logLevel') ?? 'info')}\n`;
  const source = `data:text/plain;charset=utf-8;base64,${Buffer.from(settings).toString('base64')}`;
  const file = {
    path: '/etc/crio/crio.conf.d/01-ctrcfg-logLevel',
    mode: 420,
    overwrite: true,
    contents: { compression: '', source },
  };
  const spec = {
    config: { ignition: { version: '3.4.0' }, storage: { files: [file] } },
    extensions: [],
    kernelArguments: [],
    osImageURL: '',
  };
  const made = client.ensure(machineConfigs, {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'MachineConfig',
    metadata: { name, labels: { [roleLabel]: pool.metadata.name }, ownerReferences: [createOwnerReference(owner)] },
    spec,
  });
  if (made.ok) client.change(machineConfigs, { name }, (object) => ({ ...object, spec }));
}

function report(client: Client, config: KubeObject, type: 'Success' | 'Failure', message: string): void {
  client.changeStatus(containerRuntimeConfigs, getObjectKey(config), (status, object) => ({
    ...status,
    observedGeneration: object.metadata.generation ?? 1,
    conditions: [
      {
        type,
        status: type === 'Success' ? 'True' : 'False',
        message,
        lastTransitionTime: object.metadata.creationTimestamp,
      },
    ],
  }));
}
