/** Determines the instance types that peer-pods-cm allows, and whether a pod's instance type is rejected. */
import * as l10n from '@vscode/l10n';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { selectInstanceType, type SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import type { Release } from '#core/product/releases.ts';
import { typesOfFact } from '#server/engine/workspace/fieldContext.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import type { IndexedValue, IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { limitMatches, isChangedLater, nearestTo, memoizePerFolder } from '#server/engine/workspace/relatedObjects.ts';

/**
 * Returns the ConfigMaps that apply to the pods of this file, or an empty list if a kustomization changes one of them.
 */
export function listConfigMaps(uri: string, workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  const near = memoizePerFolder('read', uri, workspace.of('peer-pods-cm'), (facts) =>
    limitMatches(facts, (all) => nearestTo(uri, all.filter(isRead))),
  );
  return near.some((fact) => isChangedLater(fact, workspace)) ? [] : near;
}

/** Returns whether the operator reads the ConfigMap. */
function isRead({ object: { name, namespace } }: IndexedObject): boolean {
  return name === peerPodsConfigMapName && (namespace === undefined || namespace === operatorNamespace);
}

/** Instance type list of one ConfigMap. */
export interface InstanceTypeList {
  readonly fact: IndexedObject;
  readonly listKey: string;
  readonly place: IndexedValue;
  readonly types: readonly string[];
}

/**
 * Returns the instance types that a ConfigMap allows. Returns undefined if it has no list, or if the list is uncertain.
 */
export function readAllowedTypes(fact: IndexedObject, release: Release): InstanceTypeList | undefined {
  const listKey = listKeyOf(fact);
  const place = listKey === undefined ? undefined : fact.object.values.get(listKey);
  // A missing key might be set in another file that a kustomization merges with this one. An empty value means an empty
  // list.
  const types = place?.text === '' ? [] : typesOfFact(fact, release);
  return listKey === undefined || place === undefined || types === undefined
    ? undefined
    : { fact, listKey, place, types };
}

function listKeyOf({ object }: IndexedObject): string | undefined {
  return providerNamed(object.values.get('CLOUD_PROVIDER')?.text ?? '')?.instanceTypes?.listKey;
}

/**
 * Returns the lists that reject a pod of this file with these annotations. Returns no lists if any of the ConfigMaps
 * allows the pod or is uncertain.
 */
export function refusedBy(
  uri: string,
  annotations: SelectionAnnotations,
  release: Release,
  workspace: WorkspaceSnapshot,
): readonly InstanceTypeList[] {
  const lists = listConfigMaps(uri, workspace).map((fact) => readAllowedTypes(fact, release));
  const refusing = lists.filter((list) => list !== undefined && refuses(list, annotations, release));
  return refusing.length === lists.length ? refusing.filter((list) => list !== undefined) : [];
}

function refuses({ fact, types }: InstanceTypeList, annotations: SelectionAnnotations, release: Release): boolean {
  const { values } = fact.object;
  const provider = values.get('CLOUD_PROVIDER')?.text ?? '';
  // Another rule reports spaces around a type in the list.
  if (!isDocumentedProvider(provider) || types.some((type) => type.trim() === annotations.machineType)) return false;
  // If there is a list, the default type applies only to pods that request no type.
  const defaultType = values.get(providerNamed(provider)?.instanceTypes?.defaultKey ?? '')?.text ?? types[0];
  if (defaultType === undefined) return false;
  return selectInstanceType({ provider, release, defaultType, listedTypes: types, annotations }).outcome === 'refused';
}

/** Returns a choice of types for a sentence, such as `t3.small or t3.large`. */
export function anyOf(types: readonly string[]): string {
  const [first = '', ...others] = types;
  return others.reduce((said, type) => l10n.t`${said} or ${type}`, first);
}
