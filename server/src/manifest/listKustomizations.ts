/** Represents a kustomization, and a JSON patch for one, as a manifest, so that rules can check its fields. */
import { patchKind, kustomizationKind } from '#core/kinds/kustomization.ts';
import { isKustomizationName } from '../engine/workspace/kustomize/kustomizationFact.ts';
import { jsonPatchPaths, mayBeJsonPatch } from '../engine/workspace/kustomize/writtenPaths.ts';
import { entryAt, mapAt } from '../engine/yaml/keyValue.ts';
import { isKustomization } from '../engine/yaml/kustomization.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { getYamlString } from '../engine/yaml/node.ts';
import type { PlacedDocument, YamlDocument } from '../engine/yaml/yamlDocument.ts';

/** A kustomization with its document. */
interface PlacedKustomization {
  readonly manifest: Manifest;
  readonly placed: PlacedDocument;
}

/** Maximum number of documents to search. Comments can create a document before the kustomization. */
const maxDocuments = 3;

/**
 * Returns the kustomization or the patches in a file. A kustomization is recognized by its file name or its apiVersion.
 * @param isPatch true if a kustomization uses the file as a patch
 */
export function listKustomizations(
  documents: readonly PlacedDocument[],
  uri: string,
  isPatch: boolean,
): readonly PlacedKustomization[] {
  const isNamed = isKustomizationName(uri);
  return documents.slice(0, maxDocuments).flatMap((placed) => {
    const { text, mayBeKnown } = placed.document;
    const patch = isPatch || mayBeJsonPatch(text) ? patchOf(placed.document) : undefined;
    if (patch !== undefined) return [{ manifest: patch, placed }];
    if (!isNamed && !(mayBeKnown && text.includes('kustomize.config.k8s.io/'))) return [];
    const manifest = kustomizationOf(placed.document);
    const isClear = isNamed || getYamlString(manifest?.root, ['apiVersion']) !== undefined;
    return manifest === undefined || !isClear ? [] : [{ manifest, placed }];
  });
}

const patches = new WeakMap<YamlDocument, { readonly manifest: Manifest | undefined }>();

function patchOf(document: YamlDocument): Manifest | undefined {
  const found = patches.get(document) ?? { manifest: readPatch(document) };
  patches.set(document, found);
  return found.manifest;
}

/** Returns a patch that isn't a known object: a JSON patch, or a merge patch whose target is named elsewhere. */
function readPatch({ parsed: { root, template, actions }, manifests }: YamlDocument): Manifest | undefined {
  if (template || actions !== undefined || root === undefined || manifests.length > 0) return undefined;
  if (root.type !== 'map' && jsonPatchPaths(root) === undefined) return undefined;
  return { kind: patchKind, root: mapAt(root, [entryAt(root.start, 'patch', root)]), name: undefined };
}

const known = new WeakMap<YamlDocument, { readonly manifest: Manifest | undefined }>();

function kustomizationOf(document: YamlDocument): Manifest | undefined {
  const found = known.get(document) ?? { manifest: read(document) };
  known.set(document, found);
  return found.manifest;
}

function read({ parsed: { root, template, actions } }: YamlDocument): Manifest | undefined {
  return template || actions !== undefined || root?.type !== 'map' || !isKustomization(root)
    ? undefined
    : { kind: kustomizationKind, root, name: undefined };
}
