/** Finds the objects for the operator that a kustomization generates, lists, or changes. */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { documentedSubscription, operatorNamespace } from '#core/product/namespaces.ts';
import { sshKeySecretName } from '#core/peerPods/keys/secretKeys.ts';
import type { RuleContext } from '#server/engine/findings/rule.ts';
import { canonicalizeUri, getFolderUri } from '#server/engine/workspace/fileUri.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { kustomizationFact, type IndexedKustomization } from '#server/engine/workspace/kustomize/kustomizationFact.ts';
import { generatorItemsOf, kustomizeGenerators } from '#server/engine/yaml/kustomization.ts';
import { isMisnamed, isMisspelledNamespace } from '#server/engine/yaml/manifest.ts';
import { getYamlString, type YamlNode } from '#server/engine/yaml/node.ts';

/** Maximum number of objects of one kind, and of generators of one kustomization, to compare. */
const maxCompared = 500;

/** An object that a kustomization builds. */
export interface BuiltObject {
  readonly id: string;
  readonly namespace: string | undefined;
}

type Context = Pick<RuleContext, 'manifest' | 'workspace' | 'uri'>;

/** A generator for an object that the operator uses. Its name might be misspelled. */
export interface KnownGenerator {
  readonly kind: KindKnowledge;
  readonly node: YamlNode;
  readonly isMisnamed: boolean;
}

/** Returns the Kustomize generators that create objects for the operator. */
export function listGenerators({ manifest }: Pick<RuleContext, 'manifest'>): readonly KnownGenerator[] {
  return Object.entries(kustomizeGenerators).flatMap(([field, { kind }]) => {
    const items = generatorItemsOf(manifest.root, field).slice(0, maxCompared);
    return items.flatMap((node): KnownGenerator[] => {
      const name = getYamlString(node, ['name']) ?? '';
      const kinds = dataObjects.filter((known) => known.kind === kind);
      const exact = kinds.find(({ names }) => names?.includes(name));
      const meant = exact ?? kinds.find((known) => isMisnamed(known, name));
      return meant === undefined ? [] : [{ kind: meant, node, isMisnamed: exact === undefined }];
    });
  });
}

/**
 * Returns the objects that the operator finds by name or in its namespace, and that the kustomization generates or
 * lists. Excludes objects that might belong to other software.
 */
export function listBuiltObjects(context: Context): readonly BuiltObject[] {
  const generated = listGenerators(context)
    .filter((one) => !one.isMisnamed)
    .map(({ kind, node }) => ({
      id: kind.id,
      namespace: getYamlString(node, ['namespace']),
    }));
  const listed = listObjectsIn(context, isIncluding(context)).map(({ object: { id, namespace } }) => ({
    id,
    namespace,
  }));
  return [...generated, ...listed].filter(
    ({ id, namespace }) => isForOperator(namespace) || (namespace === undefined && id !== sshKeySecretName),
  );
}

/** Returns whether a namespace is the operator namespace, or a misspelling of it. */
export function isForOperator(namespace: string | undefined): boolean {
  return namespace === operatorNamespace || (namespace !== undefined && isMisspelledNamespace(namespace));
}

/** Returns the other kustomizations that include this one. */
export function listIncluding({ uri, workspace }: Context): readonly IndexedKustomization[] {
  const own = canonicalizeUri(uri);
  return (workspace?.overlays.including(uri) ?? []).filter((fact) => fact.uri !== own);
}

/**
 * Returns whether a kustomization generates, lists, or changes an object for the operator, or is in the same folder as
 * one.
 */
export function concernsOperator(context: Context): boolean {
  const { manifest, uri } = context;
  const changes = kustomizationFact(uri, manifest.root)?.changes ?? [];
  const folder = getFolderUri(canonicalizeUri(uri));
  const isIncluded = isIncluding(context);
  return (
    listGenerators(context).length > 0 ||
    changes.some(({ target }) => target !== undefined && isOwnTarget(target)) ||
    listObjectsIn(context, (file) => getFolderUri(file) === folder || isIncluded(file)).length > 0
  );
}

const ownKinds: ReadonlySet<string> = new Set(['KataConfig', 'PeerPodConfig']);

function isOwnTarget({ kind, name }: { readonly kind?: string; readonly name?: string }): boolean {
  return (
    (kind !== undefined && ownKinds.has(kind)) ||
    dataObjects.some((known) => known.kind === kind && name !== undefined && known.names?.includes(name) === true)
  );
}

const ownIds: readonly string[] = [...ownKinds, 'Subscription', ...dataObjects.map(({ id }) => id)];

function listObjectsIn({ workspace }: Context, isIn: (file: string) => boolean): readonly IndexedObject[] {
  const found = new Map<string, boolean>();
  return ownIds.flatMap((id) =>
    (workspace?.of(id) ?? []).slice(0, maxCompared).filter(({ uri, object }) => {
      if (id === 'Subscription' && object.values.get('name')?.text !== documentedSubscription.package) return false;
      const file = canonicalizeUri(uri);
      const isThere = found.get(file) ?? isIn(file);
      found.set(file, isThere);
      return isThere;
    }),
  );
}

/** Creates a predicate for the files that the kustomization includes, directly or through others. */
function isIncluding({ manifest, uri, workspace }: Context): (file: string) => boolean {
  const fact = kustomizationFact(uri, manifest.root);
  const taken = new Set([...(fact?.takes ?? []), ...(fact?.components ?? [])]);
  return (file) =>
    taken.has(file) || (workspace?.overlays.including(file) ?? []).some((other) => taken.has(getFolderUri(other.uri)));
}
