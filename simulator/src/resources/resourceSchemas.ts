/**
 * Provides the schema of every type: for Kubernetes types, that of a real server; for custom resources, that of the
 * CustomResourceDefinition; for all others, an open schema.
 */
import type { JsonObject } from '../store/kubeObject.ts';
import { isJsonObject, getMap, getString } from '../store/kubeObject.ts';
import type { ResourceType } from '../store/resourceType.ts';
import type { CustomResources } from './customResources.ts';
import taken from './kubernetesSchemas.json' with { type: 'json' };
import type { Schema } from './schema.ts';

const open: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const text: Schema = { type: 'string' };

/** Fields that were added after the Kubernetes release that the schemas were taken from. */
const later: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'core.v1.PodSpec': {
    os: { type: 'object', properties: { name: text } },
    schedulingGates: {
      type: 'array',
      items: { type: 'object', properties: { name: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
    hostUsers: { type: 'boolean' },
    resourceClaims: {
      type: 'array',
      items: open,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
    resources: open,
    hostnameOverride: text,
  },
  'core.v1.Container': {
    resizePolicy: { type: 'array', items: open, 'x-kubernetes-list-type': 'atomic' },
    restartPolicy: text,
    restartPolicyRules: { type: 'array', items: open },
  },
  // The default of these fields is part of the key of a list item.
  'core.v1.ContainerPort': { protocol: { type: 'string', default: 'TCP' } },
  'core.v1.ServicePort': { protocol: { type: 'string', default: 'TCP' } },
  'core.v1.PodStatus': {
    hostIPs: { type: 'array', items: open },
    resize: text,
    observedGeneration: { type: 'integer' },
    resourceClaimStatuses: { type: 'array', items: open },
  },
  'core.v1.ContainerStatus': {
    allocatedResources: open,
    resources: open,
    user: open,
    volumeMounts: { type: 'array', items: open },
    allocatedResourcesStatus: { type: 'array', items: open },
  },
  'batch.v1.JobSpec': {
    completionMode: text,
    suspend: { type: 'boolean' },
    podFailurePolicy: open,
    successPolicy: open,
    podReplacementPolicy: text,
    backoffLimitPerIndex: { type: 'integer' },
    maxFailedIndexes: { type: 'integer' },
    managedBy: text,
  },
  'batch.v1.JobStatus': {
    ready: { type: 'integer' },
    terminating: { type: 'integer' },
    uncountedTerminatedPods: open,
    completedIndexes: text,
    failedIndexes: text,
  },
  'core.v1.ServiceSpec': { internalTrafficPolicy: text, loadBalancerClass: text, trafficDistribution: text },
  'apps.v1.StatefulSetSpec': {
    persistentVolumeClaimRetentionPolicy: open,
    minReadySeconds: { type: 'integer' },
    ordinals: open,
  },
  'apps.v1.StatefulSetStatus': { availableReplicas: { type: 'integer' } },
  'core.v1.NodeStatus': { runtimeHandlers: { type: 'array', items: open }, features: open },
  'core.v1.SecurityContext': { appArmorProfile: open },
  'core.v1.PodSecurityContext': { appArmorProfile: open, supplementalGroupsPolicy: text },
  'admissionregistration.v1.ValidatingWebhook': { matchConditions: { type: 'array', items: open } },
  'admissionregistration.v1.MutatingWebhook': { matchConditions: { type: 'array', items: open } },
  'apiextensions.v1.CustomResourceDefinitionVersion': { selectableFields: { type: 'array', items: open } },
};

export class Schemas {
  readonly #custom: CustomResources;
  readonly #resolved = new Map<string, Schema>();
  readonly #definitions: JsonObject = taken.definitions;
  readonly #kinds: Readonly<Record<string, string>> = taken.kinds;

  constructor(custom: CustomResources) {
    this.#custom = custom;
  }

  /**
   * Returns the schema of a type.
   * @returns undefined if nothing is known about its fields
   */
  of(type: ResourceType, version = type.version): Schema | undefined {
    if (type.custom) {
      const schema = this.#custom.schemaOf(type, version);
      return schema === undefined
        ? undefined
        : { ...schema, properties: { ...schema.properties, metadata: this.metadata() } };
    }
    const name = this.#kinds[`${type.group}/${version}/${type.kind}`];
    return name === undefined ? undefined : this.named(name);
  }

  /** Returns the original schema with its references, for OpenAPI documents. */
  raw(type: ResourceType, version: string): { readonly name: string; readonly schema: JsonObject } | undefined {
    const name = type.custom ? undefined : this.#kinds[`${type.group}/${version}/${type.kind}`];
    return name === undefined ? undefined : { name, schema: this.definition(name) };
  }

  definition(name: string): JsonObject {
    const extra = later[name];
    const raw = getMap(this.#definitions, name);
    return extra === undefined ? raw : { ...raw, properties: { ...getMap(raw, 'properties'), ...extra } };
  }

  metadata(): Schema {
    return this.named('meta.v1.ObjectMeta');
  }

  /** Returns the schema for types whose fields aren't known. */
  open(): Schema {
    return { ...open, properties: { apiVersion: text, kind: text, metadata: this.metadata() } };
  }

  /** Returns a definition with all its references resolved. */
  named(name: string): Schema {
    const present = this.#resolved.get(name);
    if (present !== undefined) return present;
    const resolved = this.#resolve(this.definition(name));
    this.#resolved.set(name, resolved);
    return resolved;
  }

  #resolve(raw: JsonObject): Schema {
    const { $ref: reference, properties, items, additionalProperties, ...rest } = raw;
    if (typeof reference === 'string') {
      const description = raw['description'];
      return typeof description === 'string' ? { ...this.named(reference), description } : this.named(reference);
    }
    const fields = isJsonObject(properties)
      ? Object.entries(properties).map(([field, inner]): [string, Schema] => [
          field,
          isJsonObject(inner) ? this.#resolve(inner) : open,
        ])
      : undefined;
    const isOpen = raw['type'] === 'object' && fields === undefined && additionalProperties === undefined;
    return {
      ...rest,
      ...listTypeOf(rest),
      ...(isOpen ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
      ...(fields === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(isJsonObject(items) ? { items: this.#resolve(items) } : {}),
      ...(isJsonObject(additionalProperties) ? { additionalProperties: this.#resolve(additionalProperties) } : {}),
    };
  }
}

/**
 * Derives the list type from the patch strategy. Older OpenAPI documents specify only how lists are patched. This also
 * determines how managers share the ownership of list items.
 */
function listTypeOf(raw: JsonObject): Schema {
  if (raw['type'] !== 'array' || raw['x-kubernetes-list-type'] !== undefined) return {};
  const key = raw['x-kubernetes-patch-merge-key'];
  if (typeof key === 'string') return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] };
  return getString(raw, 'x-kubernetes-patch-strategy')?.includes('merge') === true
    ? { 'x-kubernetes-list-type': 'set' }
    : { 'x-kubernetes-list-type': 'atomic' };
}
