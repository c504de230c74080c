/**
 * Extracts shortened schemas of Kubernetes kinds from the OpenAPI document of a real API server (test/contract
 * describes how to get one). Writes them to simulator/src/resources/kubernetesSchemas.json. Kubernetes is licensed
 * under the Apache License 2.0.
 * Usage: `kubectl get --raw /openapi/v2 > openapi.json; node simulator/scripts/extractKubernetesSchemas.ts
 * openapi.json`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isJsonObject, getMap, getString } from '#simulator/store/kubeObject.ts';
import { kubernetesTypes } from '#simulator/resources/kubernetesTypes.ts';

const document: unknown = JSON.parse(readFileSync(process.argv[2] ?? 'openapi.json', 'utf8'));
const definitions = getMap(document, 'definitions');
const taken: Record<string, unknown> = {};
const kinds: Record<string, string> = {};
/** Matches schemas that refer to themselves. They aren't expanded. */
const open = /JSONSchemaProps|\.JSON$|RawExtension|managedfields/i;

for (const type of kubernetesTypes) {
  const found = Object.entries(definitions).find(([, definition]) => {
    const known = isJsonObject(definition) ? definition['x-kubernetes-group-version-kind'] : undefined;
    return (
      Array.isArray(known) &&
      known.length === 1 &&
      known.some(
        (each) =>
          getString(each, 'kind') === type.kind &&
          getString(each, 'version') === type.version &&
          getString(each, 'group') === type.group,
      )
    );
  });
  if (found === undefined) continue;
  kinds[`${type.group}/${type.version}/${type.kind}`] = shortName(found[0]);
  take(found[0]);
}

const version = getString(document, 'info', 'version') ?? '';
const out = {
  source: `OpenAPI document of kube-apiserver ${version} (Apache-2.0), descriptions shortened`,
  kinds,
  definitions: taken,
};
writeFileSync(path.join(import.meta.dirname, '../src/resources/kubernetesSchemas.json'), `${JSON.stringify(out)}\n`);

function shortName(name: string): string {
  return name.replace(
    /^io\.k8s\.(api|apimachinery\.pkg\.apis|apimachinery\.pkg|apiextensions-apiserver\.pkg\.apis|kube-aggregator\.pkg\.apis)\./,
    '',
  );
}

function take(name: string): void {
  if (Object.hasOwn(taken, shortName(name))) return;
  taken[shortName(name)] = {};
  taken[shortName(name)] = shortened(definitions[name]);
}

function shortened(value: unknown, isFields = false): unknown {
  if (Array.isArray(value)) return value.map((item) => shortened(item));
  if (!isJsonObject(value)) return value;
  const reference = value['$ref'];
  if (!isFields && typeof reference === 'string') {
    const name = reference.replace('#/definitions/', '');
    if (open.test(name)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    take(name);
    const description = value['description'];
    return {
      $ref: shortName(name),
      ...(typeof description === 'string' ? { description: firstSentence(description) } : {}),
    };
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isFields || key !== 'x-kubernetes-group-version-kind')
      .map(([key, inner]) => [
        key,
        !isFields && key === 'description' && typeof inner === 'string'
          ? firstSentence(inner)
          : shortened(inner, key === 'properties' && !isFields),
      ]),
  );
}

function firstSentence(text: string): string {
  return (text.split(/(?<=\.)\s|\n/)[0] ?? '').slice(0, 200);
}
