/**
 * Reads the fields of a kustomization that are built, and refuses all others by name. Doesn't use VS Code. Source:
 * kubernetes-sigs/kustomize api/types (kustomization.go, generatorargs.go, labels.go, patch.go).
 */
import * as l10n from '@vscode/l10n';
import {
  getBoolean,
  getList,
  getMap,
  getString,
  getStringMap,
  getStrings,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { succeed, type Result } from '#core/common/result.ts';
import type { LabelRule } from './labels.ts';
import { invalid, unsupported, type KustomizeProblem } from './kustomizeProblem.ts';

/** A generator of a ConfigMap or a Secret. */
export interface Generator {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
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
  readonly resources: readonly string[];
  readonly generators: readonly Generator[];
  readonly patches: readonly PatchRule[];
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly labels: readonly LabelRule[];
}

const fields: ReadonlySet<string> = new Set(
  (
    'apiVersion kind metadata resources patches configMapGenerator secretGenerator generatorOptions ' +
    'namePrefix nameSuffix labels commonLabels'
  ).split(' '),
);
const generatorFields: ReadonlySet<string> = new Set(
  'name namespace type literals files envs env options behavior'.split(' '),
);
const optionFields: ReadonlySet<string> = new Set(['labels', 'annotations', 'disableNameSuffixHash', 'immutable']);
const labelFields: ReadonlySet<string> = new Set(['pairs', 'includeSelectors', 'includeTemplates']);
const patchFields: ReadonlySet<string> = new Set(['path', 'patch', 'target']);

/** Reads the content of a kustomization file. */
export function readKustomization(file: string, value: unknown): Result<Kustomization, KustomizeProblem> {
  if (!isJsonObject(value)) return invalid(file, l10n.t`Expected a mapping with the fields of a kustomization.`);
  const kind = getString(value, 'kind') ?? 'Kustomization';
  if (kind !== 'Kustomization') return unsupported(file, `kind: ${kind}`);
  const wrong =
    findOther(value, fields, '') ??
    getList(value, 'labels').flatMap((item) => findOther(item, labelFields, 'labels.') ?? [])[0] ??
    getList(value, 'patches').flatMap((item) => findOther(item, patchFields, 'patches.') ?? [])[0] ??
    findOther(value['generatorOptions'], optionFields, 'generatorOptions.');
  if (wrong !== undefined) return unsupported(file, wrong);
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
    resources: getStrings(value, 'resources'),
    generators,
    patches: getList(value, 'patches').map(readPatch),
    namePrefix: getString(value, 'namePrefix') ?? '',
    nameSuffix: getString(value, 'nameSuffix') ?? '',
    labels: [
      ...(value['commonLabels'] === undefined
        ? []
        : [{ pairs: getStringMap(value, 'commonLabels'), includesSelectors: true, includesTemplates: true }]),
      ...getList(value, 'labels').map((item) => ({
        pairs: getStringMap(item, 'pairs'),
        includesSelectors: getBoolean(item, 'includeSelectors') ?? false,
        includesTemplates: getBoolean(item, 'includeTemplates') ?? false,
      })),
    ],
  });
}

/** Returns the first field that isn't known, with the field that contains it. */
function findOther(value: unknown, known: ReadonlySet<string>, parent: string): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const other = Object.keys(value).find((field) => !known.has(field));
  return other === undefined ? undefined : `${parent}${other}`;
}

function readPatch(item: unknown): PatchRule {
  const [path, text] = [getString(item, 'path'), getString(item, 'patch')];
  return {
    ...(path === undefined ? {} : { path }),
    ...(text === undefined ? {} : { text }),
    ...(isJsonObject(item) && isJsonObject(item['target']) ? { target: item['target'] } : {}),
  };
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
  const other = findOther(item, generatorFields, `${field}.`) ?? findOther(options, optionFields, `${field}.options.`);
  if (other !== undefined) return unsupported(file, other);
  const behavior = getString(item, 'behavior') ?? 'create';
  if (behavior !== 'create') return unsupported(file, `behavior: ${behavior}`);
  const name = getString(item, 'name') ?? '';
  if (name === '') return invalid(file, l10n.t('{0} has no {1}.', field, 'name'));
  const [namespace, type, env] = [getString(item, 'namespace'), getString(item, 'type'), getString(item, 'env')];
  // A generator can't disable what the kustomization enables.
  const isSet = (option: string): boolean =>
    getBoolean(options, option) === true || getBoolean(common, option) === true;
  return succeed({
    kind,
    name,
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
