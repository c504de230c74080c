/** Combines the table of a type with the checks of the rules, once per type, so that walks need fewer lookups. */
import { findNumberRange } from '#core/kubernetes/numberRanges.ts';
import { alternativeFields, findRequiredFields } from '#core/kubernetes/requiredFields.ts';
import type { KubernetesField, KubernetesType } from '#core/kubernetes/tables.ts';
import { hasTextFormat } from '#core/kubernetes/textFormats.ts';
import { oncePerObject } from '#server/engine/oncePerObject.ts';

/** Data about an object type for a walk. */
export interface ObjectPlan {
  /** Name of the type, such as `core.v1.Container`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  readonly fieldsByName: ReadonlyMap<string, KubernetesField>;
  /** The fields that the type requires. */
  readonly required: readonly string[] | undefined;
  /** Fields. The type requires one of them. */
  readonly alternatives: readonly string[] | undefined;
}

/** Data about a field for a walk. */
export interface FieldPlan {
  /** Name of the object type that has the field. */
  readonly owner: string;
  readonly field: KubernetesField;
  readonly hasVersions: boolean;
  readonly hasGates: boolean;
  /** True if the API server checks the format of strings in the field. */
  readonly hasFormat: boolean;
  /** True if the API server doesn't accept all numbers in the field. */
  readonly hasRange: boolean;
  /** True if the API server decodes the value, but doesn't validate it. */
  readonly isUnvalidated: boolean;
  /** True if the field belongs to the metadata that other rules check in workloads. */
  readonly isMetadata: boolean;
}

/**
 * Fields whose values the API server decodes but doesn't validate, by type. It accepts a StatefulSet with an invalid
 * claim template. Verified with kube-apiserver 1.20.2.
 */
const unvalidated: Readonly<Record<string, string>> = {
  'apps.v1.StatefulSetSpec': 'volumeClaimTemplates',
  'agents.SandboxSpec': 'volumeClaimTemplates',
  'agents.OldSandboxSpec': 'volumeClaimTemplates',
  'agents.SandboxTemplateSpec': 'volumeClaimTemplates',
  'agents.SandboxClaimSpec': 'volumeClaimTemplates',
};

/** Metadata of workloads that other rules check. */
const checkedElsewhere: ReadonlySet<string> = new Set(['name', 'generateName', 'namespace', 'labels', 'annotations']);

const metadataTypes: ReadonlySet<string> = new Set(['meta.v1.ObjectMeta', 'agents.PodMetadata']);

/** Returns the plan of a type. */
export const planObject = oncePerObject((type: KubernetesType & { readonly type: 'object' }): ObjectPlan => {
  const { name } = type;
  const fieldsByName = type.fields();
  return {
    name,
    fieldsByName,
    fields: new Map([...fieldsByName].map(([key, field]) => [key, planField(name, field)])),
    required: findRequiredFields(name),
    alternatives: Object.hasOwn(alternativeFields, name) ? alternativeFields[name] : undefined,
  };
});

function planField(owner: string, field: KubernetesField): FieldPlan {
  return {
    owner,
    field,
    hasVersions: field.since !== undefined || field.until !== undefined,
    hasGates: field.gates.length > 0,
    hasFormat: hasTextFormat(owner, field.name),
    hasRange: findNumberRange(owner, field.name) !== undefined,
    isUnvalidated: Object.hasOwn(unvalidated, owner) && unvalidated[owner] === field.name,
    isMetadata: metadataTypes.has(owner) && checkedElsewhere.has(field.name),
  };
}
