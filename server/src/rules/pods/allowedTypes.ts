/** The instance types that peer-pods-cm allows, and what becomes of a pod that asks for one. */
import { operatorNamespace, peerPodsConfigMapName } from '../../../../core/namespaces.ts';
import { selectInstanceType, type SelectionAnnotations } from '../../../../core/peerPods/instanceSelection.ts';
import { isTabledProvider, providerNamed } from '../../../../core/peerPods/providers.ts';
import type { Release } from '../../../../core/releases.ts';
import { typesOfFact } from '../../documents/about.ts';
import type { ObjectFact, WorkspaceFacts } from '../../workspace/facts.ts';
import type { ValueFact } from '../../workspace/objectFact.ts';
import { nearestTo } from './neighbours.ts';

/** The ConfigMaps that decide for the pods of this file. */
export function configMapsFor(uri: string, workspace: WorkspaceFacts): readonly ObjectFact[] {
  const read = workspace.of('peer-pods-cm').filter(({ object }) => object.name === peerPodsConfigMapName && (object.namespace ?? operatorNamespace) === operatorNamespace);
  return nearestTo(uri, read);
}

/** The list of one ConfigMap. */
export interface AllowedTypes {
  readonly fact: ObjectFact;
  readonly listKey: string;
  readonly place: ValueFact;
  readonly types: readonly string[];
}

/** The list of a ConfigMap that writes one; undefined where it says nothing certain. */
export function allowedBy(fact: ObjectFact, release: Release): AllowedTypes | undefined {
  const listKey = listKeyOf(fact);
  const place = listKey === undefined ? undefined : fact.object.values.get(listKey);
  // A key that is left out may stand in another file, which a kustomization joins with this one. Written empty, it is empty.
  const types = place?.text === '' ? [] : typesOfFact(fact, release);
  return listKey === undefined || place === undefined || types === undefined ? undefined : { fact, listKey, place, types };
}

function listKeyOf({ object }: ObjectFact): string | undefined {
  return providerNamed(object.values.get('CLOUD_PROVIDER')?.text ?? '')?.instanceTypes?.listKey;
}

/** What cloud-api-adaptor says to a pod with these annotations; undefined when it starts it, or nothing is certain. */
export function refusal({ fact, types }: AllowedTypes, annotations: SelectionAnnotations, release: Release): string | undefined {
  const { values } = fact.object;
  const provider = values.get('CLOUD_PROVIDER')?.text ?? '';
  const wanted = annotations.machineType ?? '';
  // Blanks around a type of the list are the fault of the list.
  if (!isTabledProvider(provider) || types.some((type) => type.trim() === wanted)) return undefined;
  const defaultType = values.get(providerNamed(provider)?.instanceTypes?.defaultKey ?? '')?.text ?? '';
  if (types.length === 0 && defaultType === '') return undefined;
  const selection = selectInstanceType({ provider, release, defaultType, listedTypes: types, annotations });
  return selection.outcome === 'refused' ? selection.message : undefined;
}
