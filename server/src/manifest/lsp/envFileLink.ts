/** Finds the env file that a kustomization names. */
import type { Location, Position } from 'vscode-languageserver';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { kustomizeGenerators } from '#server/engine/yaml/kustomization.ts';
import { locateYamlNode } from '#server/engine/yaml/node.ts';
import { files as disk } from '#platform/files.ts';
import { envFileUri } from '#server/engine/workspace/envFiles.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';

/** Returns the location of the env file that is named at this position, or an empty list if there is none. */
export async function envFileAt(
  file: OpenFile,
  position: Position,
  { workspace }: LanguageContext,
): Promise<Location[]> {
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed?.document.manifests.some(({ part }) => part === 'generator') !== true) return [];
  const place = locateYamlNode(placed.document.parsed.root, offset - placed.start);
  const [field, , key] = place?.path ?? [];
  if (
    place === undefined ||
    place.onKey ||
    !Object.hasOwn(kustomizeGenerators, String(field)) ||
    (key !== 'envs' && key !== 'env')
  )
    return [];
  const found = envFileUri(canonicalizeUri(file.uri), place.scalar.text);
  if (found === undefined || workspace?.envFiles.has(found) !== true || !(await disk.isOnDisk(found))) return [];
  const start = { line: 0, character: 0 };
  return [{ uri: found, range: { start, end: start } }];
}
