/** Reads the objects of files, folders, and kustomizations. Doesn't use VS Code. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import {
  buildKustomization,
  findKustomizations,
  kustomizationNames,
  severalKustomizations,
} from '../kustomize/buildKustomization.ts';
import { groupOf } from '../kustomize/kustomizedObject.ts';
import { invalid, unsupported, type KustomizeProblem } from '../kustomize/kustomizeProblem.ts';
import { looksLikeManifest, parseManifests, type ManifestLimits } from '../manifests/parseManifests.ts';
import { decodeText, type ManifestFiles } from './manifestFiles.ts';

/** An object with the file that contains it. */
export interface FolderObject {
  readonly object: KubernetesManifest;
  /** Name of the file in messages. */
  readonly file: string;
}

export interface ReadOptions {
  readonly files: ManifestFiles;
  /** Base folder of relative paths. */
  readonly folder: string;
  /** True to read the folders in a folder, too. */
  readonly isRecursive: boolean;
  /** Namespace of objects that don't specify one. */
  readonly namespace: string;
  /** Reads standard input, for the path `-`. */
  readonly readStdin?: () => Promise<Uint8Array>;
}

/** Limits for all files together. */
const limits: ManifestLimits = { objects: 2000, length: 20_000_000 };

/** Maximum number of files and of nested folders. */
const mostFiles = 5000;
const deepest = 20;

type Read = Result<readonly FolderObject[], KustomizeProblem>;

/** The objects of paths. */
export interface PathObjects {
  readonly objects: readonly FolderObject[];
  /** Names of the files in folders that aren't manifests. */
  readonly skipped: readonly string[];
  /** Problems of files and kustomizations in folders. The others were read. */
  readonly problems: readonly KustomizeProblem[];
}

/** A walk of a folder, with the files that it doesn't return objects of. */
interface Walk {
  /** The folder that the user specified. Links out of it aren't followed. */
  readonly root: string;
  readonly omitted: Omitted;
}

/** Files that the walk of a folder doesn't return objects of. */
interface Omitted {
  /** Number of objects that were read in all folders. */
  objects: number;
  readonly skipped: string[];
  readonly problems: KustomizeProblem[];
}

/**
 * Reads the objects of the paths, in order. In a folder, skips files that aren't manifests, and continues after a file
 * that can't be read. The error names a file. An object that occurs twice is an error.
 */
export async function readPaths(
  paths: readonly string[],
  options: ReadOptions,
): Promise<Result<PathObjects, KustomizeProblem>> {
  const objects: FolderObject[] = [];
  const omitted: Omitted = { objects: 0, skipped: [], problems: [] };
  for (const given of paths) {
    const read = await readPath(given, options, omitted);
    if (!read.ok) return read;
    objects.push(...read.value);
    if (objects.length > limits.objects) return invalid(given, l10n.t`More than ${limits.objects} objects found.`);
  }
  const duplicate = findDuplicate(objects, options.namespace);
  return duplicate === undefined
    ? succeed({ objects, skipped: omitted.skipped, problems: omitted.problems })
    : { ok: false, error: duplicate };
}

async function readPath(given: string, options: ReadOptions, omitted: Omitted): Promise<Read> {
  const { files, folder, readStdin } = options;
  if (given === '-' && readStdin !== undefined) return parse('<stdin>', await readStdin());
  const target = path.resolve(folder, given);
  const kind = await files.kindOf(target);
  if (kind === 'folder') return readFolder(target, options, { root: target, omitted }, 0);
  return kustomizationNames.includes(path.basename(target)) ? build(target, options) : readFile(target, options);
}

async function readFolder(folder: string, options: ReadOptions, walk: Walk, depth: number): Promise<Read> {
  const { files, isRecursive } = options;
  const { omitted } = walk;
  const label = labelIn(options);
  const [kustomization, other] = await findKustomizations(folder, files);
  if (other !== undefined) return severalKustomizations(label(folder));
  if (kustomization !== undefined) {
    const outside = await findOutside(kustomization, options, walk);
    return outside ?? count(await build(kustomization, options), omitted);
  }
  if ((await files.kindOf(path.join(folder, 'Chart.yaml'))) === 'file')
    return unsupported(label(folder), l10n.t`Helm chart`);
  const names = await files.list(folder);
  if (!names.ok) return invalid(label(folder), names.error);
  const [out, before]: [FolderObject[], number] = [[], omitted.problems.length];
  for (const name of names.value.filter((one) => !one.startsWith('.') && one !== 'node_modules')) {
    const target = path.join(folder, name);
    const isManifest = /\.(?:ya?ml|json)$/.test(name);
    if (!isManifest && !isRecursive) continue;
    const kind = await files.kindOf(target);
    let read: Read = succeed([]);
    if (kind === 'folder') {
      // kubectl doesn't follow links to folders either. A folder would contain itself, or an object twice.
      if (isRecursive && depth < deepest && !(await files.isLink(target)))
        read = await readFolder(target, options, walk, depth + 1);
    } else if (isManifest)
      read =
        (await findOutside(target, options, walk)) ?? count(await readFile(target, options, omitted.skipped), omitted);
    if (read.ok) out.push(...read.value);
    else omitted.problems.push(read.error);
    const tooMany = findExcess(omitted);
    if (tooMany !== undefined) return invalid(label(folder), tooMany);
  }
  const problem = omitted.problems[before];
  if (out.length > 0 || depth > 0) return succeed(out);
  if (problem !== undefined) return { ok: false, error: problem };
  return invalid(
    label(folder),
    isRecursive ? l10n.t`No objects found.` : l10n.t`No objects found. Subfolders aren't read.`,
  );
}

/**
 * Returns an error if a file in a folder is a link to a file outside the folder. kubectl reads such files. But a folder
 * can come from another person, and the target can be any file of the user.
 */
async function findOutside(file: string, options: ReadOptions, { root }: Walk): Promise<Read | undefined> {
  const { files } = options;
  // A link without a target is reported when it's read.
  if (!(await files.isLink(file)) || (await files.kindOf(file)) === undefined) return undefined;
  if (await files.isBelow(file, root)) return undefined;
  return invalid(labelIn(options)(file), l10n.t`The link points to a file outside the folder.`);
}

function count(read: Read, omitted: Omitted): Read {
  if (read.ok) omitted.objects += read.value.length;
  return read;
}

/** Returns a sentence if a folder exceeds the limits. The folders that contain it then exceed them, too. */
function findExcess({ objects, skipped, problems }: Omitted): string | undefined {
  if (objects > limits.objects) return l10n.t`More than ${limits.objects} objects found.`;
  return skipped.length + problems.length > mostFiles ? l10n.t`More than ${mostFiles} files found.` : undefined;
}

/** @param skipped receives the name of a file that isn't a manifest. If undefined, such a file is an error */
async function readFile(target: string, options: ReadOptions, skipped?: string[]): Promise<Read> {
  const label = labelIn(options)(target);
  const content = await options.files.read(target);
  return content.ok ? parse(label, content.value, skipped) : invalid(label, content.error);
}

function parse(label: string, bytes: Uint8Array, skipped?: string[]): Read {
  const text = decodeText(bytes);
  if (!text.ok) return invalid(label, text.error);
  const objects = parseManifests(text.value, limits);
  if (objects.ok) return succeed(objects.value.map((object) => ({ object, file: label })));
  if (skipped === undefined || looksLikeManifest(text.value)) return invalid(label, objects.error);
  skipped.push(label);
  return succeed([]);
}

async function build(kustomization: string, options: ReadOptions): Promise<Read> {
  const label = labelIn(options);
  const built = await buildKustomization(kustomization, { files: options.files, limits, label });
  if (!built.ok) return built;
  // Without this error, a misspelled or empty field would look like a cluster without differences.
  if (built.value.length === 0) return invalid(label(kustomization), l10n.t`No objects found.`);
  return succeed(built.value.map(({ object, file }) => ({ object, file })));
}

/** Returns a function that formats a path relative to the base folder, if it's below it. */
function labelIn({ folder }: ReadOptions): (file: string) => string {
  return (file) => {
    const relative = path.relative(folder, file);
    return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
  };
}

/**
 * Reports an object that occurs more than once. Undefined if there is none.
 * @param defaultNamespace namespace of objects that don't specify one
 */
export function findDuplicate(
  objects: readonly FolderObject[],
  defaultNamespace: string,
): KustomizeProblem | undefined {
  const files = new Map<string, string>();
  for (const { object, file } of objects) {
    const kind = getString(object, 'kind') ?? '';
    const name = getString(object, 'metadata', 'name') ?? '';
    const namespace = getString(object, 'metadata', 'namespace') ?? defaultNamespace;
    const key = [groupOf(object), kind, namespace, name].join('\n');
    const other = files.get(key);
    if (other !== undefined)
      return invalid(
        file,
        other === file
          ? l10n.t`The file contains ${kind} ${name} more than once.`
          : l10n.t`${other} also contains ${kind} ${name}.`,
      ).error;
    files.set(key, file);
  }
  return undefined;
}
