/** Finds the indexed object at the cursor, and converts locations of indexed objects to LSP locations. */
import type { Location, Position } from 'vscode-languageserver';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { locateYamlNode, type PathSegment } from '#server/engine/yaml/node.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { indexFile, type WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { localObjects, type IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import { noOverlays } from '#server/engine/workspace/kustomize/overlays.ts';
import type { ObjectLocation } from '#server/engine/workspace/relations.ts';

/**
 * An indexed object and the field at the cursor. `place` is the name that the relations between objects use for the
 * field.
 */
export interface ObjectPosition {
  readonly fact: IndexedObject;
  readonly place: string;
  readonly facts: WorkspaceSnapshot;
}

/** Returns the object and position at the cursor. Returns undefined if no other object is related to that position. */
export function objectPositionAt(
  file: OpenFile,
  position: Position,
  { workspace }: LanguageContext,
): ObjectPosition | undefined {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed?.document.mayBeKnown !== true) return undefined;
  const { document, start } = placed;
  const manifest = document.manifestAt(offset - start);
  const at = manifest === undefined ? undefined : locateYamlNode(manifest.root, offset - start);
  const place =
    manifest === undefined || manifest.part === 'generator' || at === undefined
      ? undefined
      : placeName(manifest.kind, at.path);
  if (manifest === undefined || place === undefined) return undefined;
  const object = localObjects(document)[document.manifests.indexOf(manifest)];
  const facts = factsWith(file, workspace);
  const fact = object === undefined ? undefined : facts.of(manifest.kind.id).find((known) => known.object === object);
  return fact === undefined ? undefined : { fact, place, facts };
}

/** Returns the workspace index with the current text of this file, because the index can be one edit behind. */
export function factsWith(file: OpenFile, known: WorkspaceSnapshot | undefined): WorkspaceSnapshot {
  const own = indexFile(file.uri, file.text.getText(), file.documents);
  const names = new Set([file.uri, canonicalizeUri(file.uri)]);
  return {
    of: (id) => [
      ...own.objects.filter(({ object }) => object.id === id),
      ...(known?.of(id) ?? []).filter(({ uri }) => !names.has(uri)),
    ],
    mentionsPeerPodsConfigMap: own.mentionsPeerPodsConfigMap || known?.mentionsPeerPodsConfigMap === true,
    envFiles: known?.envFiles ?? new Map(),
    envProviders: known?.envProviders ?? new Map(),
    missingEnvFiles: known?.missingEnvFiles ?? new Set(),
    overlays: known?.overlays ?? noOverlays,
    policies: known?.policies ?? [],
    kataConfigs: known?.kataConfigs ?? [],
    records: known?.records ?? new Set(),
    crds: known?.crds ?? [],
    whole: known?.whole === true,
  };
}

const heads: Readonly<Record<string, string>> = {
  kind: '@kind',
  'metadata.name': '@name',
  'metadata.namespace': '@namespace',
};

/**
 * Returns the name that the relations use for a field. Returns undefined if objects don't refer to each other through
 * that field.
 */
function placeName({ id, kind, podPath }: KindKnowledge, path: readonly PathSegment[]): string | undefined {
  const joined = path.join('.');
  if (Object.hasOwn(heads, joined)) return heads[joined];
  if (kind === 'ConfigMap') return path[0] === 'data' && path.length === 2 ? String(path[1]) : undefined;
  if (id === 'KataConfig') return joined === 'spec.enablePeerPods' ? 'enablePeerPods' : undefined;
  if (id === 'CredentialsRequest') return joined === 'spec.secretRef.name' ? 'name' : undefined;
  return podPath?.every((step, index) => path[index] === step) === true
    ? placeInPod(path.slice(podPath.length))
    : undefined;
}

function placeInPod([section, field, key, ...more]: readonly PathSegment[]): string | undefined {
  if (section === 'spec') return field === 'runtimeClassName' && key === undefined ? field : undefined;
  const isAnnotation =
    section === 'metadata' && field === 'annotations' && typeof key === 'string' && more.length === 0;
  return isAnnotation && key.startsWith(hypervisorPrefix) ? key.slice(hypervisorPrefix.length) : undefined;
}

/** Converts the location of an object to an LSP location. */
export function toLocation({ uri, firstLine, stretch: { line, column, length } }: ObjectLocation): Location {
  const start = { line: firstLine + line, character: column };
  return { uri, range: { start, end: { line: start.line, character: column + length } } };
}
