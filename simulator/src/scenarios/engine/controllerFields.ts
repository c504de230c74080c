/**
 * Records the changes of controllers in `metadata.managedFields`, as an API server does for every client. Records only
 * nodes, MachineConfigPools, and KataConfigs, because every recorded change takes time, and clusters have many pods.
 */
import { lastAppliedDrain } from '#simulator/controllers/nodes/nodeAnnotations.ts';
import { fieldManagers } from '#simulator/controllers/framework/fieldManagers.ts';
import { kataConfigs, machineConfigPools, nodes } from '#simulator/controllers/framework/resourceNames.ts';
import { afterUpdate, type Writer } from '#simulator/api/patching/fieldManagers.ts';
import type { Schemas } from '#simulator/resources/resourceSchemas.ts';
import { getMap, type KubeObject } from '#simulator/store/kubeObject.ts';
import { formatQualifiedName } from '#simulator/store/resourceName.ts';
import { formatApiVersion, type ResourceType } from '#simulator/store/resourceType.ts';
import type { WriteOptions } from '#simulator/store/storeRequests.ts';
import { formatKubernetesTime, type SimulatorClock } from '#simulator/time/clock.ts';

type Manage = WriteOptions['manage'];

const [nodeName, poolName, kataConfigName] = [nodes, machineConfigPools, kataConfigs].map(formatQualifiedName);
const machineConfigPrefix = 'machineconfiguration.openshift.io/';

/** Records field ownership with the schemas and the clock of a cluster. */
export class ControllerFields {
  readonly #schemas: Schemas;
  readonly #clock: SimulatorClock;

  constructor(schemas: Schemas, clock: SimulatorClock) {
    this.#schemas = schemas;
    this.#clock = clock;
  }

  /** Returns the function that records a change, or undefined if this type isn't recorded. */
  record(type: ResourceType, manager: string, subresource: string | undefined): Manage {
    if (!isRecorded(type)) return undefined;
    return (next, old) =>
      this.#recorded(type, next, old, { manager, subresource, now: formatKubernetesTime(this.#clock.now()) });
  }

  /** Returns the function that records the managers of an initial object, at the time of its creation. */
  recordInitial(type: ResourceType): Manage {
    if (!isRecorded(type)) return undefined;
    return (next) => {
      let recorded: KubeObject | undefined;
      for (const { object, manager, subresource } of initialWrites(type, next)) {
        const managedFields = recorded?.metadata.managedFields;
        const current =
          managedFields === undefined ? object : { ...object, metadata: { ...object.metadata, managedFields } };
        const now = next.metadata.creationTimestamp;
        recorded = this.#recorded(type, current, recorded, { manager, subresource, now });
      }
      return recorded ?? next;
    };
  }

  #recorded(
    type: ResourceType,
    next: KubeObject,
    old: KubeObject | undefined,
    writer: Omit<Writer, 'apiVersion'>,
  ): KubeObject {
    const schema = this.#schemas.of(type, type.version);
    return afterUpdate(next, old, schema, { ...writer, apiVersion: formatApiVersion(type) }, type);
  }
}

function isRecorded(type: ResourceType): boolean {
  const name = formatQualifiedName(type);
  return name === nodeName || name === poolName || name === kataConfigName;
}

interface InitialWrite {
  readonly object: KubeObject;
  readonly manager: string;
  readonly subresource: string | undefined;
}

/** Returns the writes that created an initial object, each with the object after this write. */
function initialWrites(type: ResourceType, object: KubeObject): readonly InitialWrite[] {
  const { status, ...withoutStatus } = object;
  const write = (written: KubeObject, manager: string, subresource?: string): InitialWrite => ({
    object: written,
    manager,
    subresource,
  });
  const reported = (manager: string): readonly InitialWrite[] =>
    status === undefined ? [] : [write(object, manager, 'status')];
  switch (formatQualifiedName(type)) {
    case nodeName:
      return [
        write(
          withoutAnnotations(withoutStatus, (key) => key.startsWith(machineConfigPrefix)),
          fieldManagers.kubelet,
        ),
        write(
          withoutAnnotations(withoutStatus, (key) => key === lastAppliedDrain),
          fieldManagers.machineConfigDaemon,
        ),
        write(withoutStatus, fieldManagers.machineConfigController),
        ...reported(fieldManagers.kubelet),
      ];
    case poolName: {
      const { configuration: _configuration, ...spec } = getMap(object, 'spec');
      return [
        write({ ...withoutStatus, spec }, fieldManagers.machineConfigOperator),
        write(withoutStatus, fieldManagers.machineConfigController),
        ...reported(fieldManagers.machineConfigController),
      ];
    }
    default:
      return [write(withoutStatus, fieldManagers.create), ...reported(fieldManagers.kataOperator)];
  }
}

function withoutAnnotations(node: KubeObject, isRemoved: (key: string) => boolean): KubeObject {
  const annotations = Object.entries(node.metadata.annotations ?? {}).filter(([key]) => !isRemoved(key));
  return { ...node, metadata: { ...node.metadata, annotations: Object.fromEntries(annotations) } };
}
