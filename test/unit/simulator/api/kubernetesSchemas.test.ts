/** Tests the schemas of Kubernetes kinds, which the simulator creates from the tables for its Kubernetes version. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { CustomResources } from '#simulator/resources/customResources.ts';
import { kubernetesTypes } from '#simulator/resources/kubernetesTypes.ts';
import { Resources } from '#simulator/resources/resourceRegistry.ts';
import { Schemas } from '#simulator/resources/resourceSchemas.ts';
import { itemKey, listKeys, pruned } from '#simulator/resources/schema.ts';
import { findSchemaName } from '#simulator/resources/builtInSchemas.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { Store } from '#simulator/store/store.ts';
import { formatApiVersion } from '#simulator/store/resourceType.ts';
import { ManualClock } from '#simulator/time/clock.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
/** Objects of each kind with every field, written by the Kubernetes project. Not part of the repository. */
const conformance = path.resolve(root, '../shared/conformance/kubernetes');

function schemasOf(minor: number): Schemas {
  const resources = new Resources();
  return new Schemas(new CustomResources(new Store({ clock: new ManualClock() }), resources), () => minor);
}

/** Returns the fields of an object that the simulator drops. */
function unknownFields(minor: number, object: unknown): readonly string[] {
  const name = findSchemaName(getString(object, 'apiVersion') ?? '', getString(object, 'kind') ?? '');
  if (name === undefined) return ['kind'];
  const unknown: string[] = [];
  pruned(schemasOf(minor).named(name), object, '', unknown);
  return unknown;
}

describe('schemas of Kubernetes kinds in the simulator', () => {
  test('exist for all Kubernetes kinds except four', () => {
    const open = kubernetesTypes.filter(
      (type) => findSchemaName(formatApiVersion({ group: type.group, version: type.version }), type.kind) === undefined,
    );
    assert.deepEqual(open.map(({ kind, group }) => `${kind} ${group}`).toSorted(), [
      'CertificateSigningRequest certificates.k8s.io',
      'EndpointSlice discovery.k8s.io',
      'Event events.k8s.io',
      'SelfSubjectReview authentication.k8s.io',
    ]);
  });

  const versions = existsSync(conformance) ? readdirSync(conformance).filter((name) => /^v1\.\d+$/.test(name)) : [];
  for (const version of versions)
    test(`keep all fields of Kubernetes ${version.slice(1)}`, () => {
      const found = readdirSync(path.join(conformance, version)).flatMap((file) => {
        const object: unknown = parse(readFileSync(path.join(conformance, version, file), 'utf8'));
        const unknown = unknownFields(Number(version.split('.')[1]), object);
        return unknown.length === 1 && unknown[0] === 'kind' ? [] : unknown.map((field) => `${file}: ${field}`);
      });
      assert.deepEqual(found, []);
    });

  test('contain only the fields of the Kubernetes version', () => {
    const service = { apiVersion: 'v1', kind: 'Service', spec: { trafficDistribution: 'PreferClose' } };
    assert.deepEqual(unknownFields(29, service), ['spec.trafficDistribution']);
    assert.deepEqual(unknownFields(30, service), []);
  });

  test('contain the status and the kinds that users do not write', () => {
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      spec: { taints: [{ key: 'a', effect: 'NoSchedule' }], color: 'red' },
      status: { nodeInfo: { kernelVersion: '5.14' }, runtimeHandlers: [{ name: 'kata' }] },
    };
    assert.deepEqual(unknownFields(34, node), ['spec.color']);
  });

  test('determine how several users share the items of a list', () => {
    const spec = schemasOf(34).named('core.v1.Container');
    const ports = spec.properties?.['ports'];
    assert.deepEqual(listKeys(ports), { kind: 'map', keys: ['containerPort', 'protocol'] });
    assert.deepEqual(itemKey(['containerPort', 'protocol'], { containerPort: 80 }, ports), {
      containerPort: 80,
      protocol: 'TCP',
    });
    assert.deepEqual(listKeys(spec.properties?.['command']), { kind: 'atomic' });
    assert.deepEqual(listKeys(schemasOf(34).metadata().properties?.['finalizers']), { kind: 'set' });
    assert.equal(schemasOf(34).named('meta.v1.LabelSelector')['x-kubernetes-map-type'], 'atomic');
    assert.equal(ports?.['x-kubernetes-patch-merge-key'], 'containerPort');
  });

  test('accept numbers as quantities', () => {
    assert.equal(schemasOf(34).named('core.v1.EmptyDirVolumeSource').properties?.['sizeLimit']?.format, 'quantity');
  });
});
