/** Rules that are loaded only for the documents that need them. */
import { listedKindIds, mentionsListedKind } from '#core/kinds/listedKinds.ts';
import { kubernetesRange } from '#core/kubernetes/kubernetesVersions.ts';
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import { oncePerObject } from '#server/engine/oncePerObject.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { PlacedDocument, YamlDocument } from '#server/engine/yaml/yamlDocument.ts';
import type { ManifestEnvironment } from '../manifestEnvironment.ts';
import { isListedTarget, type CreatePatchedEntry } from '../patchObjects.ts';
import metadataInvalid from './allKinds/metadataInvalid.ts';
import { isKataWorkload, partlyChecked } from './kubernetes/objects/listedObjects.ts';

/** The loaded rules for the documents of a file. */
export interface LazyRules {
  /** For documents with an embedded policy or initdata. */
  readonly packed: readonly ManifestRule[];
  /** For the Kubernetes fields of workloads that run in a Kata sandbox. */
  readonly kubernetes: readonly ManifestRule[];
  /** Returns whether the part of an object in an inline patch is checked. */
  readonly checksPatch: (manifest: Manifest) => boolean;
  /** Creates the part of an object that a JSON patch writes. Undefined if no rules for Kubernetes fields are needed. */
  readonly createPatchedEntry: CreatePatchedEntry | undefined;
  /** Returns the other objects of a document whose Kubernetes fields are checked. */
  readonly listObjects: (document: YamlDocument) => readonly Manifest[];
  /** Returns whether a document might contain an object that is checked. Doesn't parse the document. */
  readonly mayBeChecked: (document: YamlDocument) => boolean;
  /** Equal texts mean that the same objects are checked for the same versions. */
  readonly meaning: string;
}

/** Loads the rules that the documents of a file need. */
export async function loadLazyRules(
  uri: string,
  documents: readonly PlacedDocument[],
  environment: ManifestEnvironment,
): Promise<LazyRules> {
  const checksAll = environment.checksKubernetes === true;
  // A JSON patch doesn't mention the kind that it changes.
  const isPatch = checksAll && environment.workspace?.overlays.targetsOf(uri).some(isListedTarget) === true;
  const isNeeded =
    isPatch ||
    documents.some(({ document }) => document.mayRunInKata || (checksAll && mentionsListedKind(document.text)));
  const loaded = isNeeded ? await import('./kubernetes/index.ts') : undefined;
  const checksOthers =
    loaded !== undefined && (checksAll || documents.some(({ document }) => loaded.containsKataWorkload(document)));
  const { first, last } = kubernetesRange(environment.release.id, environment.cluster);
  return {
    packed: documents.some(({ document }) => document.packs) ? await environment.embeddedRules() : [],
    kubernetes: loaded?.kubernetesRules ?? [],
    createPatchedEntry: loaded?.createPatchedEntry,
    checksPatch: (manifest) => checksAll || isKataWorkload(manifest),
    listObjects: (document) => (loaded !== undefined && checksOthers ? loaded.listObjects(document) : []),
    mayBeChecked: ({ mayBeKnown, text }) => mayBeKnown || (checksOthers && mentionsListedKind(text)),
    meaning: loaded === undefined ? '' : `${String(checksOthers)} ${first} ${last}`,
  };
}

/** Returns the lazily loaded rules for a document. Parts of a template might add what is missing. */
export function lazyRulesFor(document: YamlDocument, { packed, kubernetes }: LazyRules): readonly ManifestRule[] {
  const own = document.mayRunInKata ? withoutPresence(kubernetes, document) : [];
  return document.packs ? [...packed, ...own] : own;
}

/** Returns the rules for an object that `listObjects` returned. */
export function rulesForListed(
  { root, kind }: Manifest,
  document: YamlDocument,
  { kubernetes }: LazyRules,
): readonly ManifestRule[] {
  // Rules for all kinds already check the objects of known kinds.
  const isKnown = document.manifests.some((known) => known.root === root);
  const rules = !isKnown ? withMetadata(kubernetes) : kind.id === partlyChecked ? ofValues(kubernetes) : kubernetes;
  return withoutPresence(rules, document);
}

/** Returns the rules for the parts of objects that patches contain. */
export function rulesForPatches({ kubernetes }: LazyRules): readonly ManifestRule[] {
  return partial(kubernetes);
}

const partial = oncePerObject((rules: readonly ManifestRule[]): readonly ManifestRule[] =>
  rules.filter(({ skipsPatches }) => skipsPatches !== true),
);

const withMetadata = oncePerObject((rules: readonly ManifestRule[]): readonly ManifestRule[] => [
  ...rules,
  { ...metadataInvalid, appliesTo: listedKindIds },
]);

const valueRules: ReadonlySet<string> = new Set(['kubernetes-number', 'kubernetes-quantity', 'kubernetes-value']);

const ofValues = oncePerObject((rules: readonly ManifestRule[]): readonly ManifestRule[] =>
  rules.filter(({ id }) => valueRules.has(id)),
);

const certain = oncePerObject((rules: readonly ManifestRule[]): readonly ManifestRule[] =>
  rules.filter(({ mayBeAdded }) => mayBeAdded !== true),
);

function withoutPresence(rules: readonly ManifestRule[], { isHelm }: YamlDocument): readonly ManifestRule[] {
  return isHelm ? certain(rules) : rules;
}
