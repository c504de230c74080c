/** Validates CustomResourceDefinitions and derives resource types from them. Pure functions. */
import type { ErrorCause } from '../store/apiError.ts';
import type { JsonObject, KubeObject, ObjectToWrite } from '../store/kubeObject.ts';
import { isJsonObject, getList, getMap, getString, getValue } from '../store/kubeObject.ts';
import type { Column, ResourceType, Strategy } from '../store/resourceType.ts';
import { ageColumn, columnOf, defineResource } from './defineResource.ts';
import type { Schema } from './schema.ts';

export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

export const definitionStrategy: Strategy = {
  prepareCreate: (object) => withNames(object),
  prepareUpdate: (object) => withNames(object),
  validate: definitionCauses,
  // Instances are deleted before the definition.
  markDeleted: (object) => {
    const finalizers = object.metadata.finalizers ?? [];
    return finalizers.includes(cleanupFinalizer)
      ? object
      : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, cleanupFinalizer] } };
  },
};

/** Adds the default conversion strategy and the names that are derived from the kind: `listKind` and `singular`. */
function withNames(object: ObjectToWrite): ObjectToWrite {
  const spec = getMap(object, 'spec');
  const names = getMap(spec, 'names');
  const kind = getString(names, 'kind') ?? '';
  return {
    ...object,
    spec: {
      conversion: { strategy: 'None' },
      ...spec,
      names: { listKind: `${kind}List`, singular: kind.toLowerCase(), ...names },
    },
  };
}

function definitionCauses(object: ObjectToWrite, old: KubeObject | undefined): readonly ErrorCause[] {
  const causes: ErrorCause[] = [];
  const requires = (...path: readonly string[]): void => {
    if ((getString(object, ...path) ?? '') === '')
      causes.push({ reason: 'FieldValueRequired', message: 'Required value', field: path.join('.') });
  };
  requires('spec', 'group');
  requires('spec', 'names', 'plural');
  requires('spec', 'names', 'kind');
  const scope = getString(object, 'spec', 'scope');
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    causes.push({
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(scope ?? '')}: supported values: "Cluster", "Namespaced"`,
      field: 'spec.scope',
    });
  }
  const wanted = `${getString(object, 'spec', 'names', 'plural') ?? ''}.${getString(object, 'spec', 'group') ?? ''}`;
  if (causes.length === 0 && object.metadata.name !== wanted) {
    const message = `Invalid value: ${JSON.stringify(object.metadata.name)}: must be spec.names.plural+"."+spec.group`;
    causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.name' });
  }
  const versions = getList(object, 'spec', 'versions');
  if (versions.filter((version) => getValue(version, 'storage') === true).length !== 1) {
    causes.push({
      reason: 'FieldValueInvalid',
      message: 'Invalid value: must have exactly one version marked as storage version',
      field: 'spec.versions',
    });
  }
  for (const [index, version] of versions.entries()) {
    if (!isJsonObject(getValue(version, 'schema', 'openAPIV3Schema'))) {
      causes.push({
        reason: 'FieldValueRequired',
        message: 'Required value: schemas are required',
        field: `spec.versions[${index}].schema.openAPIV3Schema`,
      });
    } else if (getString(version, 'schema', 'openAPIV3Schema', 'type') !== 'object') {
      causes.push({
        reason: 'FieldValueRequired',
        message: 'Required value: must not be empty at the root',
        field: `spec.versions[${index}].schema.openAPIV3Schema.type`,
      });
    }
  }
  if (old !== undefined && getString(old, 'spec', 'scope') !== scope) {
    causes.push({
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(scope)}: field is immutable`,
      field: 'spec.scope',
    });
  }
  return causes;
}

/**
 * Returns the resource type of a CRD. Returns undefined if no version is served.
 * @param strategy validation of the custom resources
 */
export function typeOfDefinition(definition: KubeObject, strategy: Strategy): ResourceType | undefined {
  const spec = getMap(definition, 'spec');
  const names = getMap(spec, 'names');
  const group = getString(spec, 'group');
  const kind = getString(names, 'kind');
  const plural = getString(names, 'plural');
  const versions = getList(spec, 'versions').filter((version) => getValue(version, 'served') === true);
  const stored = versions.find((version) => getValue(version, 'storage') === true) ?? versions[0];
  const version = getString(stored, 'name');
  if (group === undefined || kind === undefined || plural === undefined || version === undefined) return undefined;
  const defined = defineResource(`${group}/${version}`, {
    kind,
    plural,
    namespaced: spec['scope'] === 'Namespaced',
    shortNames: strings(names['shortNames']),
    categories: strings(names['categories']),
    status: isJsonObject(getValue(stored, 'subresources', 'status')),
    subresources: isJsonObject(getValue(stored, 'subresources', 'scale')) ? ['scale'] : [],
    generation: true,
    unconditionalUpdate: false,
    custom: true,
    versions: versions.flatMap((each) => getString(each, 'name') ?? []),
    strategy,
  });
  const singular = getString(names, 'singular') ?? kind.toLowerCase();
  const listKind = getString(names, 'listKind') ?? `${kind}List`;
  return { ...defined, singular, listKind, columns: [...defined.columns.slice(0, 1), ...printerColumns(stored)] };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function printerColumns(version: unknown): readonly Column[] {
  const columns = getList(version, 'additionalPrinterColumns');
  if (columns.length === 0) return [columnOf(ageColumn)];
  return columns.map((column) => {
    const type = getString(column, 'type');
    const description = getString(column, 'description');
    return columnOf({
      name: getString(column, 'name') ?? '',
      path: getString(column, 'jsonPath') ?? '',
      type: type === 'integer' || type === 'number' || type === 'boolean' || type === 'date' ? type : 'string',
      wide: ((): boolean => {
        const priority = getValue(column, 'priority');
        return typeof priority === 'number' && priority > 0;
      })(),
      ...(description === undefined ? {} : { description }),
    });
  });
}

/** Returns the schema of one version of a CRD. */
export function schemaOfDefinition(definition: KubeObject, version: string): Schema {
  const found = getList(definition, 'spec', 'versions').find((each) => getString(each, 'name') === version);
  return getMap(found, 'schema', 'openAPIV3Schema');
}

/** Returns the status of an established CRD. */
export function establishedStatus(definition: KubeObject, now: string): JsonObject {
  const spec = getMap(definition, 'spec');
  const storage = getList(spec, 'versions').find((version) => getValue(version, 'storage') === true);
  const since = (type: string): unknown =>
    getString(
      getList(definition, 'status', 'conditions').find((each) => getString(each, 'type') === type),
      'lastTransitionTime',
    ) ?? now;
  return {
    acceptedNames: spec['names'],
    storedVersions: [
      ...new Set([...strings(getValue(definition, 'status', 'storedVersions')), getString(storage, 'name') ?? '']),
    ],
    conditions: [
      {
        lastTransitionTime: since('NamesAccepted'),
        message: 'no conflicts found',
        reason: 'NoConflicts',
        status: 'True',
        type: 'NamesAccepted',
      },
      {
        lastTransitionTime: since('Established'),
        message: 'the initial names have been accepted',
        reason: 'InitialNamesAccepted',
        status: 'True',
        type: 'Established',
      },
    ],
  };
}

/** Returns the status of a CRD whose custom resources are being deleted. */
export function terminatingStatus(definition: KubeObject, now: string): JsonObject {
  const status = getMap(definition, 'status');
  const others = getList(status, 'conditions').filter((condition) => getString(condition, 'type') !== 'Terminating');
  const terminating = {
    lastTransitionTime: now,
    message: 'CustomResource deletion is in progress',
    reason: 'InstanceDeletionInProgress',
    status: 'True',
    type: 'Terminating',
  };
  return { ...status, conditions: [...others, terminating] };
}
