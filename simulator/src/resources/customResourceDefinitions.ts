/** CustomResourceDefinitions: what must hold for them, and the resource type that one makes. Pure functions. */
import type { ErrorCause } from '../store/apiError.ts';
import type { JsonObject, KubeObject, ObjectToWrite } from '../store/kubeObject.ts';
import { isJsonObject, listAt, mapAt, stringAt, valueAt } from '../store/kubeObject.ts';
import type { Column, ResourceType, Strategy } from '../store/resourceType.ts';
import { ageColumn, columnOf, defineResource } from './defineResource.ts';
import type { Schema } from './schema.ts';

export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

export const definitionStrategy: Strategy = {
  prepareCreate: (object) => withNames(object),
  prepareUpdate: (object) => withNames(object),
  validate: definitionCauses,
  // Its instances go first.
  markDeleted: (object) => {
    const finalizers = object.metadata.finalizers ?? [];
    return finalizers.includes(cleanupFinalizer) ? object : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, cleanupFinalizer] } };
  },
};

/** With the names that follow from the others. */
function withNames(object: ObjectToWrite): ObjectToWrite {
  const spec = mapAt(object, 'spec');
  const names = mapAt(spec, 'names');
  const kind = stringAt(names, 'kind') ?? '';
  return { ...object, spec: { conversion: { strategy: 'None' }, ...spec, names: { listKind: `${kind}List`, singular: kind.toLowerCase(), ...names } } };
}

function definitionCauses(object: ObjectToWrite, old: KubeObject | undefined): readonly ErrorCause[] {
  const causes: ErrorCause[] = [];
  const requires = (...path: readonly string[]): void => {
    if ((stringAt(object, ...path) ?? '') === '') causes.push({ reason: 'FieldValueRequired', message: 'Required value', field: path.join('.') });
  };
  requires('spec', 'group');
  requires('spec', 'names', 'plural');
  requires('spec', 'names', 'kind');
  const scope = stringAt(object, 'spec', 'scope');
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    causes.push({
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(scope ?? '')}: supported values: "Cluster", "Namespaced"`,
      field: 'spec.scope',
    });
  }
  const wanted = `${stringAt(object, 'spec', 'names', 'plural') ?? ''}.${stringAt(object, 'spec', 'group') ?? ''}`;
  if (causes.length === 0 && object.metadata.name !== wanted) {
    const message = `Invalid value: ${JSON.stringify(object.metadata.name)}: must be spec.names.plural+"."+spec.group`;
    causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.name' });
  }
  const versions = listAt(object, 'spec', 'versions');
  if (versions.filter((version) => valueAt(version, 'storage') === true).length !== 1) {
    causes.push({ reason: 'FieldValueInvalid', message: 'Invalid value: must have exactly one version marked as storage version', field: 'spec.versions' });
  }
  for (const [index, version] of versions.entries()) {
    if (!isJsonObject(valueAt(version, 'schema', 'openAPIV3Schema'))) {
      causes.push({ reason: 'FieldValueRequired', message: 'Required value: schemas are required', field: `spec.versions[${index}].schema.openAPIV3Schema` });
    } else if (stringAt(version, 'schema', 'openAPIV3Schema', 'type') !== 'object') {
      causes.push({
        reason: 'FieldValueRequired',
        message: 'Required value: must not be empty at the root',
        field: `spec.versions[${index}].schema.openAPIV3Schema.type`,
      });
    }
  }
  if (old !== undefined && stringAt(old, 'spec', 'scope') !== scope) {
    causes.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(scope)}: field is immutable`, field: 'spec.scope' });
  }
  return causes;
}

/** The type that a definition makes; undefined: it serves nothing. @param strategy how its objects are checked */
export function typeOfDefinition(definition: KubeObject, strategy: Strategy): ResourceType | undefined {
  const spec = mapAt(definition, 'spec');
  const names = mapAt(spec, 'names');
  const group = stringAt(spec, 'group');
  const kind = stringAt(names, 'kind');
  const plural = stringAt(names, 'plural');
  const versions = listAt(spec, 'versions').filter((version) => valueAt(version, 'served') === true);
  const stored = versions.find((version) => valueAt(version, 'storage') === true) ?? versions[0];
  const version = stringAt(stored, 'name');
  if (group === undefined || kind === undefined || plural === undefined || version === undefined) return undefined;
  const defined = defineResource(`${group}/${version}`, {
    kind,
    plural,
    namespaced: spec['scope'] === 'Namespaced',
    shortNames: strings(names['shortNames']),
    categories: strings(names['categories']),
    status: isJsonObject(valueAt(stored, 'subresources', 'status')),
    subresources: isJsonObject(valueAt(stored, 'subresources', 'scale')) ? ['scale'] : [],
    generation: true,
    unconditionalUpdate: false,
    custom: true,
    versions: versions.flatMap((each) => stringAt(each, 'name') ?? []),
    strategy,
  });
  const singular = stringAt(names, 'singular') ?? kind.toLowerCase();
  const listKind = stringAt(names, 'listKind') ?? `${kind}List`;
  return { ...defined, singular, listKind, columns: [...defined.columns.slice(0, 1), ...printerColumns(stored)] };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function printerColumns(version: unknown): readonly Column[] {
  const columns = listAt(version, 'additionalPrinterColumns');
  if (columns.length === 0) return [columnOf(ageColumn)];
  return columns.map((column) => {
    const type = stringAt(column, 'type');
    const description = stringAt(column, 'description');
    return columnOf({
      name: stringAt(column, 'name') ?? '',
      path: stringAt(column, 'jsonPath') ?? '',
      type: type === 'integer' || type === 'number' || type === 'boolean' || type === 'date' ? type : 'string',
      wide: ((): boolean => {
        const priority = valueAt(column, 'priority');
        return typeof priority === 'number' && priority > 0;
      })(),
      ...(description === undefined ? {} : { description }),
    });
  });
}

/** The schema of one version of a definition. */
export function schemaOfDefinition(definition: KubeObject, version: string): Schema {
  const found = listAt(definition, 'spec', 'versions').find((each) => stringAt(each, 'name') === version);
  return mapAt(found, 'schema', 'openAPIV3Schema');
}

/** The status of a definition that is served. */
export function establishedStatus(definition: KubeObject, now: string): JsonObject {
  const spec = mapAt(definition, 'spec');
  const storage = listAt(spec, 'versions').find((version) => valueAt(version, 'storage') === true);
  const since = (type: string): unknown =>
    stringAt(
      listAt(definition, 'status', 'conditions').find((each) => stringAt(each, 'type') === type),
      'lastTransitionTime',
    ) ?? now;
  return {
    acceptedNames: spec['names'],
    storedVersions: [...new Set([...strings(valueAt(definition, 'status', 'storedVersions')), stringAt(storage, 'name') ?? ''])],
    conditions: [
      { lastTransitionTime: since('NamesAccepted'), message: 'no conflicts found', reason: 'NoConflicts', status: 'True', type: 'NamesAccepted' },
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

/** The status of a definition whose objects are being deleted. */
export function terminatingStatus(definition: KubeObject, now: string): JsonObject {
  const status = mapAt(definition, 'status');
  const others = listAt(status, 'conditions').filter((condition) => stringAt(condition, 'type') !== 'Terminating');
  const terminating = {
    lastTransitionTime: now,
    message: 'CustomResource deletion is in progress',
    reason: 'InstanceDeletionInProgress',
    status: 'True',
    type: 'Terminating',
  };
  return { ...status, conditions: [...others, terminating] };
}
