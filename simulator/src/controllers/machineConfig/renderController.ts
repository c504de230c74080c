/**
 * Simulates the controller that merges all MachineConfigs that a pool selects into one MachineConfig for its nodes:
 * `rendered-<pool>-<hash>`. Source: openshift/machine-config-operator pkg/controller/render.
 */
import { createHash } from 'node:crypto';
import {
  getList,
  getMap,
  isSameJson,
  getString,
  getValue,
  type KubeObject,
  type ObjectToWrite,
} from '#simulator/store/kubeObject.ts';
import { createOwnerReference, type Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { machineConfigPools, machineConfigs } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { matchesLabels } from '../framework/labelSelector.ts';
import { getTargetConfig } from '../nodes/nodePools.ts';

/** Render controller. */
export const renderController: Controller = {
  name: 'render',
  manager: fieldManagers.machineConfigController,
  start({ client, clock, behaviour }) {
    const queue = new WorkQueue(clock, behaviour.timings.render, (pool) => render(client, pool));
    const stopConfigs = client.follow(machineConfigs, ({ type, object, previous }) => {
      if (
        object.metadata.name.startsWith('rendered-') ||
        (type === 'MODIFIED' && isSameJson(object['spec'], previous?.['spec']))
      )
        return;
      for (const pool of client.list(machineConfigPools)) {
        if (matchesLabels(getMap(pool, 'spec', 'machineConfigSelector'), object.metadata.labels) === true)
          queue.add(pool.metadata.name);
      }
    });
    const stopPools = client.follow(machineConfigPools, ({ type, object, previous }) => {
      const selector = (pool: KubeObject | undefined): unknown => getMap(pool, 'spec', 'machineConfigSelector');
      if (type === 'ADDED' || (type === 'MODIFIED' && !isSameJson(selector(object), selector(previous))))
        queue.add(object.metadata.name);
    });
    return () => {
      stopConfigs();
      stopPools();
      queue.stop();
    };
  },
};

function render(client: Client, poolName: string): undefined {
  const pool = client.get(machineConfigPools, poolName);
  if (pool === undefined || pool.metadata.deletionTimestamp !== undefined) return;
  const rendered = renderedFor(pool, client.list(machineConfigs));
  if (rendered === undefined) return;
  client.ensure(machineConfigs, {
    ...rendered.config,
    metadata: { ...rendered.config.metadata, ownerReferences: [createOwnerReference(pool)] },
  });
  if (getTargetConfig(pool) === rendered.config.metadata.name) return;
  client.change(machineConfigPools, { name: poolName }, (object) => ({
    ...object,
    spec: { ...getMap(object, 'spec'), configuration: rendered.reference },
  }));
}

interface MachineConfigToWrite extends ObjectToWrite {
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
}

interface Rendered {
  readonly config: MachineConfigToWrite;
  /** Value of `spec.configuration` in the pool. */
  readonly reference: { readonly name: string; readonly source: readonly unknown[] };
}

/**
 * Returns the rendered configuration of a pool. Returns undefined if the pool selects no MachineConfigs. The same
 * sources always result in the same name.
 */
export function renderedFor(pool: KubeObject, all: readonly KubeObject[]): Rendered | undefined {
  const sources = all
    .filter((config) => !config.metadata.name.startsWith('rendered-'))
    .filter((config) => matchesLabels(getMap(pool, 'spec', 'machineConfigSelector'), config.metadata.labels) === true)
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  if (sources.length === 0) return undefined;
  const content = JSON.stringify(sources.map((source) => [source.metadata.name, source['spec']]));
  const name = `rendered-${pool.metadata.name}-${createHash('md5').update(content).digest('hex')}`;
  const texts = (field: string): readonly string[] => [
    ...new Set(
      sources
        .flatMap((source) => getList(source, 'spec', field))
        .filter((item): item is string => typeof item === 'string'),
    ),
  ];
  const osImageURL =
    sources
      .map((source) => getString(source, 'spec', 'osImageURL'))
      .findLast((url) => url !== undefined && url !== '') ?? '';
  const annotations = {
    'machineconfiguration.openshift.io/generated-by-controller-version': '5f0dd6a1a0e0d0b9e5c6fb3a9d2ab3a6c0f3f3f7',
  };
  return {
    config: {
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'MachineConfig',
      metadata: { name, annotations },
      spec: {
        config: { ignition: { version: '3.4.0' }, ...filesOf(sources) },
        extensions: texts('extensions'),
        ...(sources.some((source) => getValue(source, 'spec', 'fips') === true) ? { fips: true } : {}),
        kernelArguments: texts('kernelArguments'),
        osImageURL,
      },
    },
    reference: {
      name,
      source: sources.map(({ metadata }) => ({
        apiVersion: 'machineconfiguration.openshift.io/v1',
        kind: 'MachineConfig',
        name: metadata.name,
      })),
    },
  };
}

/** Returns the files of all sources. If several sources have the same path, uses the last one. */
function filesOf(sources: readonly KubeObject[]): object {
  const files = new Map<string, unknown>();
  for (const source of sources) {
    for (const file of getList(getMap(source, 'spec', 'config', 'storage'), 'files'))
      files.set(getString(file, 'path') ?? '', file);
  }
  return files.size === 0 ? {} : { storage: { files: [...files.values()] } };
}
