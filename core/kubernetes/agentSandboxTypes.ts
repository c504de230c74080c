/**
 * The types of the kinds of agent-sandbox, in the form of the Kubernetes tables, so that the rules for Kubernetes
 * fields also check these kinds. Source: kubernetes-sigs/agent-sandbox@2fd412d5 k8s/crds.
 */
import { agentSandboxIds, sandboxExtensionsGroup, sandboxGroup, sandboxVersions } from './agentSandboxKinds.ts';
import type { KubernetesField, KubernetesObjectType, KubernetesType } from './decodeTables.ts';

/** Returns a type of the Kubernetes tables by its name, such as `core.v1.PodSpec`. */
type FindType = (name: string) => KubernetesType | undefined;

const text: KubernetesType = { type: 'scalar', scalar: 'string' };
const time: KubernetesType = { type: 'scalar', scalar: 'time' };
const integer: KubernetesType = { type: 'scalar', scalar: 'int32' };
const boolean: KubernetesType = { type: 'scalar', scalar: 'boolean' };
/** A value that isn't checked. */
const unchecked: KubernetesType = { type: 'any' };
const texts: KubernetesType = { type: 'map', values: text };

const list = (items: KubernetesType): KubernetesType => ({ type: 'list', items });

const oneOf = (...values: readonly string[]): KubernetesType => ({
  type: 'enum',
  isOpen: false,
  values: values.map((value) => ({ value, since: undefined, until: undefined })),
});

/** Fields that the CRDs require, by type. */
const required: Readonly<Record<string, readonly string[]>> = {
  'agents.Sandbox': ['spec'],
  'agents.SandboxSpec': ['podTemplate'],
  'agents.OldSandboxSpec': ['podTemplate'],
  'agents.SandboxTemplate': ['spec'],
  'agents.SandboxTemplateSpec': ['podTemplate'],
  'agents.PodTemplate': ['spec'],
  'agents.ClaimTemplate': ['spec'],
  'agents.SandboxClaim': ['spec'],
  'agents.SandboxClaimSpec': ['warmPoolRef'],
  'agents.OldSandboxClaimSpec': ['sandboxTemplateRef'],
  'agents.Reference': ['name'],
  'agents.EnvVar': ['name', 'value'],
  'agents.SandboxWarmPool': ['spec'],
  'agents.SandboxWarmPoolSpec': ['sandboxTemplateRef'],
  'agents.OldSandboxWarmPoolSpec': ['replicas', 'sandboxTemplateRef'],
};

/** Returns the fields that an agent-sandbox type requires. Returns undefined for other types. */
export function findSandboxRequirements(type: string): readonly string[] | undefined {
  return Object.hasOwn(required, type) ? required[type] : undefined;
}

function object(name: string, fields: Readonly<Record<string, KubernetesType>>): KubernetesObjectType {
  const needed = findSandboxRequirements(name) ?? [];
  const entries = Object.entries(fields).map(([field, type]): [string, KubernetesField] => [
    field,
    {
      name: field,
      type,
      isRequired: needed.includes(field),
      keys: [],
      gates: [],
      patch: [],
      default: undefined,
      since: undefined,
      until: undefined,
    },
  ]);
  const known = new Map(entries);
  return { type: 'object', name, fields: () => known };
}

const podMetadata = object('agents.PodMetadata', { labels: texts, annotations: texts });
/** Labels and annotations that a claim adds to the pod. Other rules don't check their types. */
const addedMetadata = object('agents.AddedMetadata', { labels: texts, annotations: texts });
const claimMetadata = object('agents.ClaimMetadata', { name: text, labels: texts, annotations: texts });
const reference = object('agents.Reference', { name: text });
const variable = object('agents.EnvVar', { name: text, value: text, containerName: text });

/** Finds the types of the Kubernetes tables that the specifications contain. */
interface TypeSource {
  /** True for v1alpha1. */
  readonly isOld: boolean;
  readonly of: (name: string) => KubernetesType;
}

/** Returns the name of a type that differs between the versions. */
const versionedName = (name: string, { isOld }: TypeSource): string => `agents.${isOld ? 'Old' : ''}${name}`;

const claimTemplates = ({ of }: TypeSource): KubernetesType =>
  list(object('agents.ClaimTemplate', { metadata: claimMetadata, spec: of('core.v1.PersistentVolumeClaimSpec') }));

/** Returns the fields that Sandbox and SandboxTemplate have in common. */
const blueprint = (source: TypeSource): Readonly<Record<string, KubernetesType>> => ({
  podTemplate: object('agents.PodTemplate', { metadata: podMetadata, spec: source.of('core.v1.PodSpec') }),
  volumeClaimTemplates: claimTemplates(source),
  service: boolean,
});

const sandboxSpec = (source: TypeSource): KubernetesType =>
  object(versionedName('SandboxSpec', source), {
    ...blueprint(source),
    shutdownTime: time,
    shutdownPolicy: oneOf('Delete', 'Retain'),
    ...(source.isOld ? { replicas: integer } : { operatingMode: oneOf('Running', 'Suspended') }),
  });

function templateSpec(source: TypeSource): KubernetesType {
  const rules = (name: string) => list(source.of(`networking.v1.NetworkPolicy${name}Rule`));
  return object('agents.SandboxTemplateSpec', {
    ...blueprint(source),
    networkPolicy: object('agents.NetworkPolicy', { ingress: rules('Ingress'), egress: rules('Egress') }),
    networkPolicyManagement: oneOf('Managed', 'Unmanaged'),
    envVarsInjectionPolicy: oneOf('Allowed', 'Overrides', 'Disallowed'),
    volumeClaimTemplatesPolicy: oneOf('Disallowed', 'Allowed', 'Overrides'),
  });
}

const claimSpec = (source: TypeSource): KubernetesType =>
  object(versionedName('SandboxClaimSpec', source), {
    lifecycle: object('agents.Lifecycle', {
      shutdownTime: time,
      shutdownPolicy: oneOf('Delete', 'DeleteForeground', 'Retain'),
      ttlSecondsAfterFinished: integer,
    }),
    additionalPodMetadata: addedMetadata,
    env: list(variable),
    ...(source.isOld
      ? { sandboxTemplateRef: reference, warmpool: text }
      : { warmPoolRef: reference, volumeClaimTemplates: claimTemplates(source) }),
  });

const poolSpec = (source: TypeSource): KubernetesType =>
  object(versionedName('SandboxWarmPoolSpec', source), {
    replicas: integer,
    sandboxTemplateRef: reference,
    updateStrategy: object('agents.UpdateStrategy', { type: oneOf('Recreate', 'OnReplenish') }),
  });

/** Creates the type of each kind. */
function createTypes(source: TypeSource): ReadonlyMap<string, KubernetesObjectType> {
  const specs = {
    Sandbox: sandboxSpec(source),
    SandboxTemplate: templateSpec(source),
    SandboxClaim: claimSpec(source),
    SandboxWarmPool: poolSpec(source),
  };
  return new Map(
    Object.entries(specs).map(([name, spec]) => [
      name,
      object(`agents.${name}`, {
        apiVersion: text,
        kind: text,
        metadata: source.of('meta.v1.ObjectMeta'),
        spec,
        ...(name === 'SandboxTemplate' ? {} : { status: unchecked }),
      }),
    ]),
  );
}

const created = new Map<string, ReadonlyMap<string, KubernetesObjectType>>();

/**
 * Returns the type of an agent-sandbox kind.
 * @returns undefined for other kinds, and for versions that agent-sandbox doesn't serve
 */
export function findSandboxType(
  apiVersion: string,
  kind: string,
  findType: FindType,
): KubernetesObjectType | undefined {
  const [group, version = ''] = apiVersion.split('/');
  const ownGroup = kind === 'Sandbox' ? sandboxGroup : sandboxExtensionsGroup;
  if (group !== ownGroup || !agentSandboxIds.includes(kind)) return undefined;
  const known = sandboxVersions.find((one) => one === version);
  if (known === undefined) return undefined;
  const types =
    created.get(known) ?? createTypes({ isOld: known === 'v1alpha1', of: (name) => findType(name) ?? unchecked });
  created.set(known, types);
  return types.get(kind);
}
