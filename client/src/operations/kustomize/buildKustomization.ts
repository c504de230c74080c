/**
 * Builds a kustomization that needs no network: resources, patches, generators, prefixes and suffixes of names, and
 * labels. Refuses all other fields by name. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/internal/target/kusttarget.go (order of the steps).
 */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { decodeText, type ManifestFiles } from '../folder/manifestFiles.ts';
import { parseManifests, parseYamlValues, type ManifestLimits } from '../manifests/parseManifests.ts';
import { applyPatches, type LoadedPatch } from './applyPatches.ts';
import { generateObject } from './generate.ts';
import { kindOf, nameOf, renamed, type KustomizedObject } from './kustomizedObject.ts';
import { invalid, unsupported, type KustomizeProblem } from './kustomizeProblem.ts';
import { addLabels } from './labels.ts';
import { nameHash } from './nameHash.ts';
import { AmbiguousName, updateReferences } from './nameReferences.ts';
import { readKustomization, type Kustomization, type PatchRule } from './readKustomization.ts';

/** File names of a kustomization, in the order of preference. */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Maximum number of kustomizations that contain each other. */
const deepest = 20;

type Objects = readonly KustomizedObject[];
type Built = Result<Objects, KustomizeProblem>;

/** Parts that all kustomizations of a build share. */
interface Build {
  readonly files: ManifestFiles;
  readonly limits: ManifestLimits;
  /** Returns the name of a file in messages. */
  readonly label: (file: string) => string;
}

/** Returns the kustomization file of a folder, or undefined if there is none. */
export async function findKustomization(folder: string, files: ManifestFiles): Promise<string | undefined> {
  for (const name of kustomizationNames) {
    const file = path.join(folder, name);
    if ((await files.kindOf(file)) === 'file') return file;
  }
  return undefined;
}

/**
 * Builds a kustomization.
 * @param file absolute path of the kustomization file
 */
export async function buildKustomization(file: string, build: Build): Promise<Built> {
  const built = await buildLayer(file, build, []);
  if (!built.ok) return built;
  const hashed = built.value.map((one) =>
    one.isHashed ? renamed(one, `${nameOf(one.object)}-${nameHash(one.object)}`) : one,
  );
  try {
    return succeed(updateReferences(hashed));
  } catch (error) {
    if (error instanceof AmbiguousName) return unsupported(build.label(file), error.message);
    throw error;
  }
}

/** Builds a kustomization without hashes and references. */
async function buildLayer(file: string, build: Build, parents: readonly string[]): Promise<Built> {
  const label = build.label(file);
  if (parents.includes(file)) return invalid(label, l10n.t`The kustomization contains itself.`);
  if (parents.length >= deepest) return unsupported(label, l10n.t`A chain of more than ${deepest} kustomizations`);
  const content = await readText(file, build);
  if (!content.ok) return content;
  const values = parseYamlValues(content.value);
  if (!values.ok) return invalid(label, values.error);
  const read = readKustomization(label, values.value[0]);
  if (!read.ok) return read;
  const kustomization = read.value;
  const resources = await readResources(kustomization, file, build, parents);
  if (!resources.ok) return resources;
  const generated = await generateAll(kustomization, file, build);
  if (!generated.ok) return generated;
  const patches = await loadPatches(kustomization.patches, file, build);
  if (!patches.ok) return patches;
  const patched = applyPatches([...resources.value, ...generated.value], patches.value);
  if (!patched.ok) return patched;
  const { namePrefix, nameSuffix, labels } = kustomization;
  return succeed(
    patched.value.map((one) => {
      const named = isRenamed(one, namePrefix + nameSuffix)
        ? renamed(one, `${namePrefix}${nameOf(one.object)}${nameSuffix}`)
        : one;
      return { ...named, object: labels.reduce(addLabels, named.object) };
    }),
  );
}

/** Returns whether a prefix or suffix changes the name. Kustomize keeps the names of these kinds. */
function isRenamed({ object }: KustomizedObject, added: string): boolean {
  return added !== '' && !['CustomResourceDefinition', 'APIService', 'Namespace'].includes(kindOf(object));
}

async function readResources(
  { resources }: Kustomization,
  file: string,
  build: Build,
  parents: readonly string[],
): Promise<Built> {
  const out: KustomizedObject[] = [];
  for (const resource of resources) {
    if (isRemote(resource)) return unsupported(build.label(file), l10n.t`Remote resource ${resource}`);
    const target = path.resolve(path.dirname(file), resource);
    const kind = await build.files.kindOf(target);
    const read =
      kind === 'folder'
        ? await readBase(target, file, build, parents)
        : await readObjects(target, resource, file, build);
    if (!read.ok) return read;
    out.push(...read.value);
    if (out.length > build.limits.objects)
      return invalid(build.label(file), l10n.t`More than ${build.limits.objects} objects found.`);
  }
  return succeed(out);
}

/** Returns whether a resource is a URL or a Git repository. Source: kustomize api/internal/git/repospec.go. */
function isRemote(resource: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^[\w.-]+@[\w.-]+:|^(?:github\.com|gitlab\.com|bitbucket\.org)\/|[?&](?:ref|version)=/i.test(
    resource,
  );
}

async function readBase(folder: string, file: string, build: Build, parents: readonly string[]): Promise<Built> {
  const base = await findKustomization(folder, build.files);
  return base === undefined
    ? invalid(build.label(file), l10n.t`${build.label(folder)} contains no kustomization.`)
    : buildLayer(base, build, [...parents, file]);
}

async function readObjects(target: string, name: string, file: string, build: Build): Promise<Built> {
  const content = await readNamed(name, file, build);
  if (!content.ok) return content;
  const text = decodeText(content.value);
  if (!text.ok) return invalid(build.label(target), text.error);
  const objects = parseManifests(text.value, build.limits);
  if (!objects.ok) return invalid(build.label(target), objects.error);
  return succeed(
    objects.value.map((object) => ({
      object,
      names: new Set([nameOf(object)]),
      isHashed: false,
      file: build.label(target),
    })),
  );
}

/** Reads a file that a kustomization names. As in Kustomize, it must be below the folder of the kustomization. */
async function readNamed(name: string, file: string, build: Build): Promise<Result<Uint8Array, KustomizeProblem>> {
  const folder = path.dirname(file);
  const target = path.resolve(folder, name);
  const content = await build.files.read(target);
  if (!content.ok) return invalid(build.label(target), content.error);
  return (await build.files.isBelow(target, folder))
    ? content
    : invalid(build.label(file), l10n.t`${name} isn't in the folder of the kustomization.`);
}

async function readText(file: string, build: Build): Promise<Result<string, KustomizeProblem>> {
  const content = await build.files.read(file);
  const text = content.ok ? decodeText(content.value) : content;
  return text.ok ? text : invalid(build.label(file), text.error);
}

async function generateAll({ generators }: Kustomization, file: string, build: Build): Promise<Built> {
  const out: KustomizedObject[] = [];
  for (const generator of generators) {
    const object = await generateObject(generator, async (name) => {
      const content = await readNamed(name, file, build);
      return content.ok ? content : fail(content.error.message);
    });
    if (!object.ok) return invalid(build.label(file), object.error);
    const { name, isHashed } = generator;
    out.push({ object: object.value, names: new Set([name]), isHashed, file: build.label(file) });
  }
  return succeed(out);
}

async function loadPatches(
  rules: readonly PatchRule[],
  file: string,
  build: Build,
): Promise<Result<readonly LoadedPatch[], KustomizeProblem>> {
  const out: LoadedPatch[] = [];
  for (const { path: name, text: inline, target } of rules) {
    let text = inline ?? '';
    const label = build.label(name === undefined ? file : path.resolve(path.dirname(file), name));
    if (name !== undefined) {
      const content = await readNamed(name, file, build);
      if (!content.ok) return content;
      const decoded = decodeText(content.value);
      if (!decoded.ok) return invalid(label, decoded.error);
      text = decoded.value;
    }
    const values = parseYamlValues(text);
    if (!values.ok) return invalid(label, values.error);
    out.push({ file: label, values: values.value, ...(target === undefined ? {} : { target }) });
  }
  return succeed(out);
}
