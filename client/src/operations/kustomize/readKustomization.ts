/**
 * Reads the fields of a kustomization that are built, and refuses all others by name. Doesn't use VS Code. Source:
 * kubernetes-sigs/kustomize api/types (kustomization.go, generatorargs.go, labels.go, patch.go).
 */
import * as l10n from '@vscode/l10n';
import {
  getBoolean,
  getList,
  getMap,
  getNumber,
  getString,
  getStringMap,
  getStrings,
  isJsonObject,
  omitUndefined,
  type JsonObject,
} from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import type { ImageRule, ReplicaRule } from './images.ts';
import { findFieldProblem } from './kustomizationFields.ts';
import type { LabelRule } from './labels.ts';
import { invalid, unsupported, type KustomizeProblem } from './kustomizeProblem.ts';

/** A generator of a ConfigMap or a Secret. */
export interface Generator {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Whether the generator creates an object, or changes one with the same name. */
  readonly behavior: 'create' | 'merge' | 'replace';
  readonly namespace?: string;
  /** Type of the Secret. */
  readonly type?: string;
  readonly literals: readonly string[];
  readonly files: readonly string[];
  readonly envs: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly isHashed: boolean;
  readonly isImmutable: boolean;
}

/** A patch with the file or text that contains it. */
export interface PatchRule {
  readonly path?: string;
  readonly text?: string;
  /** Undefined if the patch itself identifies its object. */
  readonly target?: JsonObject;
}

/** The fields of a kustomization. */
export interface Kustomization {
  /** True if it changes the objects of the kustomization that names it. */
  readonly isComponent: boolean;
  readonly resources: readonly string[];
  /** Folders of components. */
  readonly components: readonly string[];
  readonly generators: readonly Generator[];
  readonly patches: readonly PatchRule[];
  readonly namePrefix: string;
  readonly nameSuffix: string;
  /** Empty to keep the namespaces. */
  readonly namespace: string;
  readonly labels: readonly LabelRule[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly images: readonly ImageRule[];
  readonly replicas: readonly ReplicaRule[];
}

/** Reads the content of a kustomization file. */
export function readKustomization(file: string, value: unknown): Result<Kustomization, KustomizeProblem> {
  if (!isJsonObject(value)) return invalid(file, l10n.t`Expected a mapping with the fields of a kustomization.`);
  const kind = getString(value, 'kind') ?? 'Kustomization';
  if (kind !== 'Kustomization' && kind !== 'Component') return unsupported(file, `kind: ${kind}`);
  const problem = findFieldProblem(value);
  if (problem?.kind === 'unknownField') return unsupported(file, problem.field);
  if (problem !== undefined) return invalid(file, l10n.t`The field ${problem.field} has the wrong type.`);
  const labels = readLabels(value);
  const duplicate = findDuplicateLabel(labels);
  if (duplicate !== undefined) return unsupported(file, `labels: ${duplicate}`);
  const generators: Generator[] = [];
  for (const [field, made] of [
    ['configMapGenerator', 'ConfigMap'],
    ['secretGenerator', 'Secret'],
  ] as const)
    for (const item of getList(value, field)) {
      const generator = readGenerator(file, { item, field, kind: made, common: value['generatorOptions'] });
      if (!generator.ok) return generator;
      generators.push(generator.value);
    }
  return succeed({
    isComponent: kind === 'Component',
    // Kustomize treats the deprecated field `bases` like `resources`.
    resources: [...getStrings(value, 'resources'), ...getStrings(value, 'bases')],
    components: getStrings(value, 'components'),
    generators,
    patches: [
      ...getStrings(value, 'patchesStrategicMerge').map((item) =>
        item.includes('\n') ? { text: item } : { path: item },
      ),
      ...getList(value, 'patches').map(readPatch),
    ],
    namePrefix: getString(value, 'namePrefix') ?? '',
    nameSuffix: getString(value, 'nameSuffix') ?? '',
    namespace: getString(value, 'namespace') ?? '',
    labels,
    annotations: getStringMap(value, 'commonAnnotations'),
    images: getList(value, 'images').map(readImage),
    replicas: getList(value, 'replicas').map((item) => ({
      name: getString(item, 'name') ?? '',
      count: getNumber(item, 'count') ?? 0,
    })),
  });
}

function readLabels(value: JsonObject): readonly LabelRule[] {
  const common = getStringMap(value, 'commonLabels');
  return [
    ...(Object.keys(common).length === 0 ? [] : [{ pairs: common, includesSelectors: true, includesTemplates: true }]),
    ...getList(value, 'labels').map((item) => ({
      pairs: getStringMap(item, 'pairs'),
      includesSelectors: getBoolean(item, 'includeSelectors') ?? false,
      includesTemplates: getBoolean(item, 'includeTemplates') ?? false,
    })),
  ];
}

/** Returns a label that occurs in several entries. Kustomize then changes other fields than the entries name. */
function findDuplicateLabel(labels: readonly LabelRule[]): string | undefined {
  const keys = labels.flatMap(({ pairs }) => Object.keys(pairs));
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

function readImage(item: unknown): ImageRule {
  const text = (field: string): string | undefined => {
    const value = getString(item, field);
    return value === '' ? undefined : value;
  };
  return {
    name: text('name') ?? '',
    ...omitUndefined({
      newName: text('newName'),
      newTag: text('newTag'),
      tagSuffix: text('tagSuffix'),
      digest: text('digest'),
    }),
  };
}

function readPatch(item: unknown): PatchRule {
  const [path, text] = [getString(item, 'path'), getString(item, 'patch')];
  return {
    ...(path === undefined ? {} : { path }),
    ...(text === undefined ? {} : { text }),
    ...(isJsonObject(item) && isJsonObject(item['target']) ? { target: item['target'] } : {}),
  };
}

function isBehavior(text: string): text is Generator['behavior'] {
  return ['create', 'merge', 'replace'].includes(text);
}

interface GeneratorSource {
  readonly item: unknown;
  readonly field: string;
  readonly kind: Generator['kind'];
  /** `generatorOptions` of the kustomization. */
  readonly common: unknown;
}

function readGenerator(
  file: string,
  { item, field, kind, common }: GeneratorSource,
): Result<Generator, KustomizeProblem> {
  const options = getMap(item, 'options');
  const behavior = getString(item, 'behavior') ?? '';
  if (behavior !== '' && !isBehavior(behavior)) return invalid(file, l10n.t`Unknown behavior "${behavior}".`);
  const name = getString(item, 'name') ?? '';
  if (name === '') return invalid(file, l10n.t('An entry in {0} lacks the field {1}.', field, 'name'));
  const [namespace, type, env] = [getString(item, 'namespace'), getString(item, 'type'), getString(item, 'env')];
  // A generator can't disable what the kustomization enables.
  const isSet = (option: string): boolean =>
    getBoolean(options, option) === true || getBoolean(common, option) === true;
  return succeed({
    kind,
    name,
    behavior: isBehavior(behavior) ? behavior : 'create',
    ...(namespace === undefined ? {} : { namespace }),
    ...(type === undefined ? {} : { type }),
    literals: getStrings(item, 'literals'),
    files: getStrings(item, 'files'),
    envs: [...getStrings(item, 'envs'), ...(env === undefined ? [] : [env])],
    labels: { ...getStringMap(common, 'labels'), ...getStringMap(options, 'labels') },
    annotations: { ...getStringMap(common, 'annotations'), ...getStringMap(options, 'annotations') },
    isHashed: !isSet('disableNameSuffixHash'),
    isImmutable: isSet('immutable'),
  });
}
