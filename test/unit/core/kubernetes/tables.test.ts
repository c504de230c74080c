import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { getString, isJsonObject } from '#core/common/json.ts';
import { listedKindNames } from '#core/kinds/listedKinds.ts';
import tables from '#core/kubernetes/tables.json' with { type: 'json' };
import {
  coveredMinors,
  findKubernetesKind,
  type KubernetesField,
  type KubernetesScalar,
  type KubernetesType,
} from '#core/kubernetes/tables.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
/** Objects of each kind with every field, written by the Kubernetes project. Not part of the repository. */
const conformance = path.resolve(root, '../shared/conformance/kubernetes');
const models = path.join(root, 'tools/client-node/node_modules/@kubernetes/client-node/dist/gen/models');

/** Fields whose content the tables don't describe. */
const opaque = new Set(['status', 'managedFields']);

function has(field: Pick<KubernetesField, 'since' | 'until'>, minor: number): boolean {
  return (field.since ?? coveredMinors.oldest) <= minor && minor <= (field.until ?? coveredMinors.newest);
}

/** Lists the differences between an object with every field and the tables, in both directions. */
function* differences(value: unknown, type: KubernetesType, at: string, minor: number): Generator<string> {
  if (type.type === 'list') {
    if (!Array.isArray(value)) yield `${at}: isn't a list`;
    else for (const item of value) yield* differences(item, type.items, `${at}[]`, minor);
  } else if (type.type === 'map') {
    if (!isJsonObject(value)) yield `${at}: isn't a mapping`;
    else for (const item of Object.values(value)) yield* differences(item, type.values, `${at}.*`, minor);
  } else if (type.type === 'object') {
    if (!isJsonObject(value)) {
      yield `${at}: isn't an object`;
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      const field = type.fields().get(name);
      if (field === undefined) yield `${at}.${name}: isn't in the tables`;
      else if (!has(field, minor)) yield `${at}.${name}: isn't in the tables for 1.${minor}`;
      else if (!opaque.has(name)) yield* differences(inner, field.type, `${at}.${name}`, minor);
    }
    for (const field of type.fields().values())
      if (has(field, minor) && !Object.hasOwn(value, field.name) && !opaque.has(field.name) && !isHead(field.name, at))
        yield `${at}.${field.name}: only the tables have it`;
  } else if (type.type === 'scalar' && !isScalar(value, type.scalar)) yield `${at}: isn't of type ${type.scalar}`;
}

/** The files don't contain the kind of an object inside of another one, although the API server accepts it. */
function isHead(name: string, at: string): boolean {
  return at.endsWith('volumeClaimTemplates[]') && (name === 'apiVersion' || name === 'kind');
}

function isScalar(value: unknown, scalar: KubernetesScalar): boolean {
  switch (scalar) {
    case 'int32':
    case 'int64':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'intOrString':
    case 'quantity':
      return typeof value === 'number' || typeof value === 'string';
    default:
      return typeof value === 'string';
  }
}

describe('tables of Kubernetes fields', () => {
  test('have the same kinds as the list that is available without them', () => {
    assert.deepEqual(listedKindNames.toSorted(), Object.keys(tables.kinds).toSorted());
  });

  const versions = existsSync(conformance) ? readdirSync(conformance).filter((name) => /^v1\.\d+$/.test(name)) : [];
  for (const version of versions) {
    test(`have exactly the fields of Kubernetes ${version.slice(1)}`, () => {
      const found: string[] = [];
      for (const file of readdirSync(path.join(conformance, version))) {
        const object: unknown = parse(readFileSync(path.join(conformance, version, file), 'utf8'));
        const [apiVersion, kind] = [getString(object, 'apiVersion'), getString(object, 'kind')];
        const type = findKubernetesKind(apiVersion ?? '', kind ?? '');
        if (type !== undefined) found.push(...differences(object, type, kind ?? '', Number(version.split('.')[1])));
      }
      assert.deepEqual(found, []);
    });
  }

  test('describe the fields of a pod of Kubernetes 1.35 and 1.36', () => {
    const spec = findKubernetesKind('v1', 'Pod')?.fields().get('spec')?.type;
    assert.equal(spec?.type, 'object');
    assert.deepEqual(pick(spec.fields().get('workloadRef')), { since: 35, until: 35, gates: ['GenericWorkload'] });
    assert.deepEqual(spec.fields().get('containers')?.keys, ['name']);
    const policy = spec.fields().get('restartPolicy')?.type;
    assert.equal(policy?.type, 'enum');
    assert.deepEqual(
      policy.values.map(({ value }) => value),
      ['Always', 'OnFailure', 'Never'],
    );
  });

  test('contain no kind with another version', () => {
    assert.equal(findKubernetesKind('apps/v1beta1', 'Deployment'), undefined);
    assert.equal(findKubernetesKind('v1', 'constructor'), undefined);
  });

  test('agree with the models of the Kubernetes client', { skip: !existsSync(models) }, () => {
    const found: string[] = [];
    let compared = 0;
    for (const type of listTypes()) {
      const model = readModel(type.name);
      if (model === undefined) continue;
      const own = [...type.fields().values()].filter((field) => has(field, coveredMinors.newest));
      compared += own.length;
      const missing = own.filter(({ name }) => !model.has(name)).map(({ name }) => `${type.name}.${name}: no model`);
      const more = [...model.keys()].filter((name) => !type.fields().has(name));
      found.push(...missing, ...more.map((name) => `${type.name}.${name}: only the model`));
      for (const { name, type: own } of type.fields().values()) {
        const wanted = model.get(name);
        if (wanted !== undefined && own.type === 'scalar' && !formats[own.scalar].includes(wanted))
          found.push(`${type.name}.${name}: ${own.scalar}, but the model has ${wanted}`);
      }
    }
    assert.deepEqual(found, []);
    assert.ok(compared > 750, `only ${compared} fields were compared`);
  });
});

const pick = (field: KubernetesField | undefined) => ({
  since: field?.since,
  until: field?.until,
  gates: field?.gates,
});

/** Types and formats of the models that correspond to a scalar of the tables. */
const formats: Readonly<Record<KubernetesScalar, readonly string[]>> = {
  string: ['string '],
  boolean: ['boolean '],
  int32: ['number int32'],
  int64: ['number int64'],
  number: ['number double'],
  bytes: ['string byte'],
  time: ['Date date-time', 'V1MicroTime date-time'],
  quantity: ['string '],
  intOrString: ['IntOrString int-or-string'],
};

type ObjectType = KubernetesType & { readonly type: 'object' };

/** Returns the types of all kinds that the Kubernetes project defines. */
function listTypes(): readonly ObjectType[] {
  const known = new Map<string, ObjectType>();
  const visit = (type: KubernetesType): void => {
    if (type.type === 'list') visit(type.items);
    else if (type.type === 'map') visit(type.values);
    else if (type.type === 'object' && !known.has(type.name)) {
      known.set(type.name, type);
      for (const field of type.fields().values()) visit(field.type);
    }
  };
  for (const [apiVersion, kind] of [
    ['v1', 'Pod'],
    ['v1', 'Service'],
    ['apps/v1', 'Deployment'],
    ['apps/v1', 'StatefulSet'],
    ['batch/v1', 'CronJob'],
    ['networking.k8s.io/v1', 'Ingress'],
    ['networking.k8s.io/v1', 'NetworkPolicy'],
    ['autoscaling/v2', 'HorizontalPodAutoscaler'],
    ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'],
    ['node.k8s.io/v1', 'RuntimeClass'],
    ['policy/v1', 'PodDisruptionBudget'],
    ['v1', 'ResourceQuota'],
    ['v1', 'LimitRange'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ] as const) {
    const type = findKubernetesKind(apiVersion, kind);
    if (type !== undefined) visit(type);
  }
  return [...known.values()];
}

/** Reads the fields of a model with their types, such as `number int32`. */
function readModel(name: string): ReadonlyMap<string, string> | undefined {
  const [, version = '', kind = ''] = name.split('.');
  const file = path.join(models, `${version.toUpperCase()}${kind}.js`);
  if (!existsSync(file)) return undefined;
  const form = /"baseName": "([^"]+)",\s+"type": "([^"]+)",\s+"format": "([^"]*)"/g;
  return new Map(
    [...readFileSync(file, 'utf8').matchAll(form)].map(([, field = '', type = '', format = '']) => [
      field,
      `${type} ${format}`,
    ]),
  );
}
