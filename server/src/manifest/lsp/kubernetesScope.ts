/** Determines in which files completion and hovers describe the fields of Kubernetes objects. */
import { mentionsListedKind } from '#core/kinds/listedKinds.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { listObjects } from '../rules/kubernetes/objects/listedObjects.ts';

/**
 * Returns whether completion and hovers describe Kubernetes fields in a file. With the setting `off`, they describe
 * them only in files with a workload that runs in a Kata sandbox.
 */
export async function describesKubernetes(
  { uri, documents }: OpenFile,
  { settingsFor }: LanguageContext,
): Promise<boolean> {
  const { kubernetesFields } = await settingsFor(uri);
  return kubernetesFields !== 'off' || documents.some(({ document }) => document.mayRunInKata);
}

/**
 * Returns the object of a listed kind at an offset of a file. Returns undefined if another extension or another part of
 * the server describes it.
 */
export async function findListedObject(
  file: OpenFile,
  offset: number,
  context: LanguageContext,
): Promise<Manifest | undefined> {
  const placed = file.documentAt(offset);
  if (placed === undefined || context.yamlExtension.hovers || !(await describesKubernetes(file, context)))
    return undefined;
  if (!mentionsListedKind(placed.document.text)) return undefined;
  const at = offset - placed.start;
  return listObjects(placed.document).find(
    ({ root, part }) => part === undefined || (root.start <= at && at <= root.end),
  );
}
