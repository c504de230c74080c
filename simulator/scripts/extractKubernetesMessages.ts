/**
 * Extracts the field numbers and types of Kubernetes protobuf messages from the Kubernetes sources, for the kinds that
 * the simulator supports. Writes them to simulator/src/api/http/kubernetesMessages.json. Field numbers never change,
 * and the simulator doesn't use fields of later releases. Kubernetes is licensed under the Apache License 2.0.
 * Usage: `node simulator/scripts/extractKubernetesMessages.ts kubernetes/staging/src`
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { kubernetesTypes } from '#simulator/resources/kubernetesTypes.ts';

const sources = process.argv[2] ?? '.';
/**
 * Fields by full message name. Each field consists of its number, name, and type, such as `1 metadata
 * k8s.io...ObjectMeta` or `11 labels map string`. An asterisk after the number marks a repeated field, such as `2*
 * containers ...`.
 */
const messages = new Map<string, readonly string[]>();

for (const file of globSync('k8s.io/**/generated.proto', { cwd: sources })) {
  if (/\/(v\d+(alpha|beta)\d*)\//.test(file)) continue;
  const text = readFileSync(path.join(sources, file), 'utf8');
  const owner = /^package ([\w.]+);/m.exec(text)?.[1] ?? '';
  for (const [, name = '', body = ''] of text.matchAll(/^message (\w+) \{\n(.*?)^\}/gms)) {
    const fields = [...body.matchAll(/^ {2}(optional|repeated|map<(\w+), ([\w.]+)>) ?([\w.]*) (\w+) = (\d+);/gm)].map(
      ([, label = '', , value, type = '', field = '', number = '']) => {
        const of = label.startsWith('map') ? `map ${resolved(value ?? '', owner)}` : resolved(type, owner);
        return `${number}${label === 'repeated' ? '*' : ''} ${field} ${of}`;
      },
    );
    messages.set(`${owner}.${name}`, fields);
  }
}
if (!existsSync(path.join(sources, 'k8s.io'))) throw new Error(`${sources} has no k8s.io`);

function resolved(type: string, owner: string): string {
  if (['string', 'bool', 'bytes', 'int32', 'int64', 'uint32', 'uint64', 'double'].includes(type)) return type;
  return type.includes('.') ? type.replace(/^\./, '') : `${owner}.${type}`;
}

const kinds: Record<string, string> = {};
const taken: Record<string, readonly string[]> = {};

function take(name: string): void {
  const fields = messages.get(name);
  if (fields === undefined || Object.hasOwn(taken, short(name))) return;
  taken[short(name)] = fields.map((field) => {
    const [number = '', label = '', ...type] = field.split(' ');
    return [number, label, ...type.map(short)].join(' ');
  });
  for (const field of fields) take(field.split(' ').at(-1) ?? '');
}

function short(name: string): string {
  return name.replace(
    /^k8s\.io\.(api|apimachinery\.pkg\.apis|apimachinery\.pkg|apiextensions_apiserver\.pkg\.apis|kube_aggregator\.pkg\.apis)\./,
    '',
  );
}

const wanted = [
  ...kubernetesTypes.map(({ group, version, kind }) => ({
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    version,
  })),
  { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', version: 'v1' },
  { apiVersion: 'autoscaling/v1', kind: 'Scale', version: 'v1' },
  { apiVersion: 'policy/v1beta1', kind: 'Eviction', version: 'v1beta1' },
  { apiVersion: 'v1', kind: 'DeleteOptions', version: 'v1' },
];
for (const { apiVersion, kind, version } of wanted) {
  const group = apiVersion.includes('/')
    ? (apiVersion.split('/')[0] ?? '').split('.')[0]
    : kind === 'DeleteOptions'
      ? 'meta'
      : 'core';
  const names = { rbac: 'rbac', node: 'node' }[group ?? ''] ?? group;
  const found = [...messages.keys()].find((name) => name.endsWith(`.${names}.${version}.${kind}`));
  if (found === undefined) continue;
  kinds[`${apiVersion}/${kind}`] = short(found);
  take(found);
}
const out = { source: 'generated.proto of Kubernetes 1.20.2 (Apache-2.0)', kinds, messages: taken };
writeFileSync(path.join(import.meta.dirname, '../src/api/http/kubernetesMessages.json'), `${JSON.stringify(out)}\n`);
