/** Explains the field or value at a position from the kind data. Doesn't load the schema validator. */
import * as l10n from '@vscode/l10n';
import type { Hover, Position } from 'vscode-languageserver';
import { sectionFor } from '#core/product/sectionFor.ts';
import { hasKubernetesFields } from '#core/kinds/listedKinds.ts';
import { findField, formatFieldPath, getFields, type FieldKnowledge, type KindKnowledge } from '#core/kinds/field.ts';
import { renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import { removedKataConfigTable } from '#core/status/kataConfig/removedFields.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { workerConfigFields } from '#core/kinds/operandKinds.ts';
import type { Release } from '#core/product/releases.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { MarkupKind } from '#server/engine/protocolValues.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { fieldsOfSchema } from '#server/engine/workspace/crds/crdFields.ts';
import { customManifestAt } from '#server/engine/workspace/crds/customObjects.ts';
import { crdOf } from '#server/engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '#server/engine/workspace/crds/readCrds.ts';
import { createFieldContext } from '#server/engine/workspace/fieldContext.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString, locateYamlNode, type NodeLocation, type PathSegment } from '#server/engine/yaml/node.ts';
import { kataConfigMarkdown } from '../kataConfigState.ts';
import { describePodVmCapacity, listCapacityKeys } from '../podVmCapacity.ts';
import { locateInWorkerConfig } from '../workerConfigText.ts';
import { describesKubernetes, findListedObject } from './kubernetesScope.ts';
import { isKnownElsewhere } from './knownElsewhere.ts';

/** Returns the explanation of the field or value at a position. */
export async function hover(file: OpenFile, position: Position, context: LanguageContext): Promise<Hover | undefined> {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined) return undefined;
  const { document } = placed;
  const at = offset - placed.start;
  const crds = context.workspace?.crds ?? [];
  const manifest =
    (document.mayBeKnown ? document.manifestAt(at) : undefined) ??
    customManifestAt(document, at, crds, file.uri) ??
    (await findListedObject(file, offset, context));
  const inConfig = manifest?.kind.id === 'NodeFeatureDiscovery' ? hoverInConfig(file, placed, at) : undefined;
  if (inConfig !== undefined) return inConfig;
  const place = manifest === undefined ? undefined : locateYamlNode(manifest.root, at);
  if (place === undefined || manifest === undefined) return undefined;
  const { release } = await context.settingsFor(file.uri);
  const isElsewhere = context.yamlExtension.hovers && isKnownElsewhere(manifest.kind, place.path);
  const fields = getFields(manifest.kind, createFieldContext(manifest, release, context.workspace));
  const own =
    findField(fields, place.path) ?? headField(manifest.kind, place.path) ?? otherRelease(manifest, place.path);
  // Other extensions don't know the CRDs in the workspace.
  const other = async () =>
    (await kubernetesField(manifest, place.path, release, file, context)) ??
    crdField(manifest, place.path, crds, file.uri);
  const field = own === undefined ? await other() : isElsewhere ? undefined : own;
  if (field === undefined) return undefined;
  const { start, end } = place.scalar;
  const range = { start: file.text.positionAt(placed.start + start), end: file.text.positionAt(placed.start + end) };
  const isName = place.path.join('.') === 'metadata.name';
  const { cluster } = context;
  const capacity =
    manifest.kind.id === peerPodsConfigMapName && listCapacityKeys(manifest).includes(String(place.path.at(-1)))
      ? describePodVmCapacity(manifest, release, cluster?.kataNodes)
      : undefined;
  const state = isName && cluster !== undefined ? kataConfigMarkdown(manifest, cluster) : undefined;
  return {
    contents: {
      kind: MarkupKind.Markdown,
      value: [describe(place, forRelease(field, release)), capacity, state]
        .filter((part) => part !== undefined)
        .join('\n\n'),
    },
    range,
  };
}

/** Returns the explanation of a field in the configuration of the Node Feature Discovery worker. */
function hoverInConfig(file: OpenFile, { document, start }: PlacedDocument, at: number): Hover | undefined {
  const found = locateInWorkerConfig(document.text, at);
  const field = found === undefined ? undefined : findField(workerConfigFields, found.path);
  if (found === undefined || field === undefined) return undefined;
  const { scalar } = found.place;
  const from = start + found.start;
  return {
    contents: { kind: MarkupKind.Markdown, value: describe({ ...found.place, path: found.path }, field) },
    range: { start: file.text.positionAt(from + scalar.start), end: file.text.positionAt(from + scalar.end) },
  };
}

/** Returns a field that only other releases have. Its description names these releases. */
function otherRelease({ kind }: Manifest, path: readonly PathSegment[]): FieldKnowledge | undefined {
  const removed = kind.id === 'KataConfig' ? findField(removedKataConfigTable, path) : undefined;
  return removed ?? findField(kind.fields, path);
}

/**
 * Returns a Kubernetes field of an object of a listed kind. If another extension describes these fields,
 * returns only the meaning of the field in a Kata VM, which the other extension doesn't describe.
 */
async function kubernetesField(
  manifest: Manifest,
  path: readonly PathSegment[],
  release: Release,
  file: OpenFile,
  context: LanguageContext,
): Promise<FieldKnowledge | undefined> {
  const { kind, root } = manifest;
  const version = getYamlString(root, ['apiVersion']) ?? '';
  if (!hasKubernetesFields(version, kind)) return undefined;
  if (path.length === 1 && (path[0] === 'kind' || path[0] === 'apiVersion')) return undefined;
  const { runtimeClass } = createFieldContext(manifest, release, context.workspace);
  const pod = kind.podPath === undefined ? undefined : { path: kind.podPath, runtimeClass };
  if (context.yamlExtension.hovers) {
    const { describeKataMeaning } = await import('./kubernetesFields.ts');
    const meaning = describeKataMeaning(path, pod);
    return meaning === undefined ? undefined : { summary: () => meaning };
  }
  if (!(await describesKubernetes(file, context))) return undefined;
  const { kubernetesFieldsAt } = await import('./kubernetesFields.ts');
  return findField(kubernetesFieldsAt(version, kind.kind, path, pod), path);
}

/** Returns a field that only a CRD in the workspace defines. */
function crdField(
  manifest: Manifest,
  path: readonly PathSegment[],
  crds: readonly IndexedCrd[],
  uri: string,
): FieldKnowledge | undefined {
  const match = crdOf(crds, manifest, uri);
  return match === undefined ? undefined : findField(fieldsOfSchema(match.schema, match.crd), path);
}

/** Returns the description of the kind for the field `kind` of any supported object. */
function headField({ summary, section }: KindKnowledge, path: readonly PathSegment[]): FieldKnowledge | undefined {
  return path.length === 1 && path[0] === 'kind' && summary() !== ''
    ? { summary, ...(section === undefined ? {} : { section }) }
    : undefined;
}

/** Returns the field with a link to the documentation of the release that the file is checked against. */
function forRelease(field: FieldKnowledge, { id }: Release): FieldKnowledge {
  return field.section === undefined ? field : { ...field, section: sectionFor(field.section, id) };
}

function describe(place: NodeLocation, field: FieldKnowledge): string {
  const name = formatFieldPath(place.path).replaceAll('[]', '');
  const current = !place.onKey && typeof place.scalar.value === 'string' ? place.scalar.value : undefined;
  const values = valuesMarkdown(field, current);
  return [
    `**${name}**`,
    renderFieldMarkdown(field),
    ...(field.details === undefined ? [] : [field.details()]),
    ...(values === '' ? [] : [`${l10n.t`**Values:**`}\n\n${values}`]),
  ].join('\n\n');
}
