/**
 * Describes the fields of a kustomization that are built, with their types. Doesn't use VS Code. Source:
 * kubernetes-sigs/kustomize api/types (kustomization.go, generatorargs.go, labels.go, patch.go, image.go, replica.go).
 */
import { isJsonObject } from '#core/common/json.ts';

/** The type of a field. A list contains its item type, and a mapping the types of its fields. */
type FieldType = 'string' | 'boolean' | 'integer' | 'any' | 'stringMap' | ListType | MapType;
interface ListType {
  readonly items: FieldType;
}
interface MapType {
  readonly fields: Readonly<Record<string, FieldType>>;
}

/** A field that isn't built, or whose value has the wrong type. */
export interface FieldProblem {
  readonly kind: 'unknownField' | 'wrongType';
  /** Path without list indexes, such as `patches.options`. */
  readonly field: string;
}

const strings: ListType = { items: 'string' };
const options: MapType = {
  fields: { labels: 'stringMap', annotations: 'stringMap', disableNameSuffixHash: 'boolean', immutable: 'boolean' },
};
const generators: ListType = {
  items: {
    fields: {
      name: 'string',
      namespace: 'string',
      type: 'string',
      behavior: 'string',
      literals: strings,
      files: strings,
      envs: strings,
      env: 'string',
      options,
    },
  },
};

const kustomization: MapType = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    metadata: 'any',
    resources: strings,
    bases: strings,
    components: strings,
    configMapGenerator: generators,
    secretGenerator: generators,
    generatorOptions: options,
    patches: { items: { fields: { path: 'string', patch: 'string', target: 'any' } } },
    patchesStrategicMerge: strings,
    namespace: 'string',
    namePrefix: 'string',
    nameSuffix: 'string',
    commonLabels: 'stringMap',
    labels: {
      items: { fields: { pairs: 'stringMap', includeSelectors: 'boolean', includeTemplates: 'boolean' } },
    },
    commonAnnotations: 'stringMap',
    images: {
      items: { fields: { name: 'string', newName: 'string', newTag: 'string', tagSuffix: 'string', digest: 'string' } },
    },
    replicas: { items: { fields: { name: 'string', count: 'integer' } } },
  },
};

/** Returns the first problem in the fields of a kustomization. Like Kustomize, treats null as missing. */
export function findFieldProblem(value: unknown): FieldProblem | undefined {
  return findProblem(value, kustomization, '');
}

function findProblem(value: unknown, type: FieldType, field: string): FieldProblem | undefined {
  const wrongType: FieldProblem = { kind: 'wrongType', field };
  if (type === 'any') return undefined;
  if (type === 'integer') return Number.isSafeInteger(value) ? undefined : wrongType;
  if (typeof type === 'string' && type !== 'stringMap') return typeof value === type ? undefined : wrongType;
  if (type === 'stringMap')
    return isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string')
      ? undefined
      : wrongType;
  if ('items' in type) {
    if (!Array.isArray(value)) return wrongType;
    for (const item of value) {
      const problem = findProblem(item, type.items, field);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  return isJsonObject(value) ? findInMap(value, type, field) : wrongType;
}

function findInMap(value: object, { fields }: MapType, parent: string): FieldProblem | undefined {
  for (const [name, item] of Object.entries(value)) {
    const field = parent === '' ? name : `${parent}.${name}`;
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type === undefined) return { kind: 'unknownField', field };
    const problem = item === null ? undefined : findProblem(item, type, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
