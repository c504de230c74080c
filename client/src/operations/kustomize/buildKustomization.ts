/**
 * Builds a kustomization that needs no network: resources, components, patches, generators, namespaces, prefixes and
 * suffixes of names, labels, annotations, images, and replicas. Refuses all other fields by name. Doesn't use VS Code.
 * Source: kubernetes-sigs/kustomize api/internal/target/kusttarget.go (order of the steps).
 */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { isJsonText } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { decodeText, type ManifestFiles } from '../folder/manifestFiles.ts';
import { parseManifests, parseYamlValues, type ManifestLimits } from '../manifests/parseManifests.ts';
import { applyPatches, type LoadedPatch } from './applyPatches.ts';
import { combineGenerated, generateObject } from './generate.ts';
import { changeImages, setReplicas } from './images.ts';
import {
  changed,
  createKustomizedObject,
  kindOf,
  nameOf,
  namespaceOf,
  renamed,
  type KustomizedObject,
} from './kustomizedObject.ts';
import { invalid, unsupported, type KustomizeProblem } from './kustomizeProblem.ts';
import { addAnnotations, addLabels } from './labels.ts';
import { nameHash } from './nameHash.ts';
import { AmbiguousName, updateReferences } from './nameReferences.ts';
import { setNamespace } from './namespaces.ts';
import { readKustomization, type Generator, type Kustomization, type PatchRule } from './readKustomization.ts';

/** File names of a kustomization, in the order of preference. */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Maximum number of kustomizations that contain each other. */
const deepest = 20;
/** Maximum number of kustomizations in a build. One that several others contain counts several times. */
const mostLayers = 1000;

type Objects = readonly KustomizedObject[];
type Built = Result<Objects, KustomizeProblem>;

/** Parts that all kustomizations of a build share. */
interface Build extends BuildOptions {
  /** Number of kustomizations that were read. */
  readonly layers: { count: number };
}

/** How to build a kustomization. */
interface BuildOptions {
  readonly files: ManifestFiles;
  readonly limits: ManifestLimits;
  /** Returns the name of a file in messages. */
  readonly label: (file: string) => string;
}

/** Returns the kustomization files of a folder. Kustomize accepts only one. */
export async function findKustomizations(folder: string, files: ManifestFiles): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of kustomizationNames) {
    const file = path.join(folder, name);
    if ((await files.kindOf(file)) === 'file') found.push(file);
  }
  return found;
}

/**
 * Builds a kustomization.
 * @param file absolute path of the kustomization file
 */
export async function buildKustomization(file: string, build: BuildOptions): Promise<Built> {
  const built = await buildLayer(file, { ...build, layers: { count: 0 } }, []);
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

/**
 * Builds a kustomization without hashes and references.
 * @param given objects that a component changes
 */
async function buildLayer(file: string, build: Build, parents: readonly string[], given?: Objects): Promise<Built> {
  const label = build.label(file);
  if (parents.includes(file)) return invalid(label, l10n.t`The kustomization contains itself.`);
  if (parents.length >= deepest) return unsupported(label, l10n.t`A chain of more than ${deepest} kustomizations`);
  build.layers.count += 1;
  if (build.layers.count > mostLayers)
    return unsupported(label, l10n.t`A build with more than ${mostLayers} kustomizations`);
  const content = await readText(file, build);
  if (!content.ok) return content;
  const values = parseYamlValues(content.value);
  if (!values.ok) return invalid(label, values.error);
  const read = readKustomization(label, values.value[0]);
  if (!read.ok) return read;
  const kustomization = read.value;
  // A component alone can be built, too.
  const isOutermost = parents.length === 0;
  if (!isOutermost && kustomization.isComponent !== (given !== undefined))
    return invalid(
      label,
      given === undefined
        ? l10n.t`The field resources can't contain a component. Use the field components.`
        : l10n.t`The field components can contain only components.`,
    );
  const resources = await readResources(kustomization, file, build, parents);
  if (!resources.ok) return resources;
  const generated = await addGenerated([...(given ?? []), ...resources.value], kustomization, file, build);
  if (!generated.ok) return generated;
  let objects = generated.value;
  for (const component of kustomization.components) {
    const changed = await readBase(component, { file, build, parents, given: objects });
    if (!changed.ok) return changed;
    objects = changed.value;
  }
  const patches = await loadPatches(kustomization.patches, file, build);
  if (!patches.ok) return patches;
  const patched = applyPatches(objects, patches.value);
  return patched.ok ? transform(patched.value, kustomization, label) : patched;
}

/** Applies the fields that change all objects. Source: kusttarget_configplugin.go (order). */
function transform(objects: Objects, kustomization: Kustomization, label: string): Built {
  const { namePrefix, nameSuffix, namespace, labels, annotations, images, replicas } = kustomization;
  let result = objects.map((one) => {
    const placed = namespace === '' ? one : setNamespace(one, namespace);
    const named = isRenamed(placed, namePrefix + nameSuffix)
      ? renamed(placed, `${namePrefix}${nameOf(placed.object)}${nameSuffix}`)
      : placed;
    const labeled = labels.reduce(addLabels, named.object);
    return { ...named, object: Object.keys(annotations).length === 0 ? labeled : addAnnotations(labeled, annotations) };
  });
  for (const rule of replicas) {
    const scaled = setReplicas(result, rule);
    if (scaled === undefined) return invalid(label, l10n.t`No workload has the name ${rule.name}.`);
    result = [...scaled];
  }
  return succeed(result.map((one) => ({ ...one, object: changeImages(one.object, images) })));
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
        ? await readBase(resource, { file, build, parents })
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

interface Base {
  /** Kustomization that names the folder. */
  readonly file: string;
  readonly build: Build;
  readonly parents: readonly string[];
  /** Objects that a component changes. */
  readonly given?: Objects;
}

/** Builds the kustomization of a folder that another one names. */
async function readBase(name: string, { file, build, parents, given }: Base): Promise<Built> {
  if (isRemote(name)) return unsupported(build.label(file), l10n.t`Remote resource ${name}`);
  // Kustomize refuses absolute folders, too.
  if (path.isAbsolute(name))
    return invalid(build.label(file), l10n.t`${name} is an absolute path. Use a relative path.`);
  const folder = path.resolve(path.dirname(file), name);
  const [base, other] = await findKustomizations(folder, build.files);
  if (base === undefined) return invalid(build.label(file), l10n.t`${build.label(folder)} contains no kustomization.`);
  if (other !== undefined) return severalKustomizations(build.label(folder));
  return buildLayer(base, build, [...parents, file], given);
}

/** Reports a folder with several kustomization files. Kustomize refuses it. */
export function severalKustomizations(label: string): ReturnType<typeof invalid> {
  return invalid(label, l10n.t`The folder contains more than one kustomization file.`);
}

async function readObjects(target: string, name: string, file: string, build: Build): Promise<Built> {
  const content = await readNamed(name, file, build);
  if (!content.ok) return content;
  const text = decodeText(content.value);
  if (!text.ok) return invalid(build.label(target), text.error);
  const objects = parseManifests(text.value, build.limits, 'kustomize');
  if (!objects.ok) return invalid(build.label(target), objects.error);
  return succeed(objects.value.map((object) => createKustomizedObject(object, build.label(target), false)));
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

/** Adds the objects of the generators, or merges them into objects with the same name. */
async function addGenerated(
  objects: Objects,
  { generators }: Kustomization,
  file: string,
  build: Build,
): Promise<Built> {
  let result = [...objects];
  const label = build.label(file);
  for (const generator of generators) {
    let problem: KustomizeProblem | undefined;
    const object = await generateObject(generator, async (name) => {
      const content = await readNamed(name, file, build);
      if (!content.ok) problem = content.error;
      return content.ok ? content : fail(content.error.message);
    });
    if (!object.ok) return problem === undefined ? invalid(label, object.error) : fail(problem);
    const added = addObject(result, createKustomizedObject(object.value, label, generator.isHashed), generator);
    if (added === undefined)
      return invalid(label, l10n.t`No ${generator.kind} has the name ${generator.name}, so it can't be changed.`);
    result = [...added];
  }
  return succeed(result);
}

/** Returns undefined if a generator must change an object that doesn't exist. */
function addObject(objects: Objects, made: KustomizedObject, { behavior }: Generator): Objects | undefined {
  if (behavior === 'create') return [...objects, made];
  const isSame = ({ object, names, namespaces }: KustomizedObject): boolean =>
    kindOf(object) === kindOf(made.object) &&
    names.has(nameOf(made.object)) &&
    namespaces.has(namespaceOf(made.object));
  if (objects.filter(isSame).length !== 1) return undefined;
  return objects.map((one) =>
    isSame(one) ? changed(one, combineGenerated(one.object, made.object, behavior === 'merge')) : one,
  );
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
    // Kustomize doesn't convert a patch from YAML if its first character is a bracket. Source:
    // kubernetes-sigs/kustomize api/internal/builtins/PatchTransformer.go `jsonPatchFromBytes`.
    if (text.startsWith('[') && !isJsonText(text))
      return invalid(
        label,
        l10n.t`A patch that starts with "[" must be JSON, because Kustomize doesn't convert it from YAML.`,
      );
    const values = parseYamlValues(text, 'kustomize');
    if (!values.ok) return invalid(label, values.error);
    out.push({ file: label, values: values.value, ...(target === undefined ? {} : { target }) });
  }
  return succeed(out);
}
