/** Tests reading the schemas of custom resources from a cluster, and compares them with `kubectl explain`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { SchemaReader, type SchemaDocument } from '#client/kubernetes/openApi/schemaReader.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { getMap, getString, getValue } from '#core/common/json.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';

const kubectl = findKubectl();
const groupVersion = 'confidentialcontainers.org/v1alpha1';
const kindIn = (document: SchemaDocument | undefined) => document?.kinds.find(({ kind }) => kind === 'TrusteeConfig');

describe('the schemas of a cluster', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-schemas-'));
  const file = path.join(folder, 'config');
  const connections: Connection[] = [];
  let simulation: Simulation;

  before(async () => {
    const scenario = scenarioNamed('trustee');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario });
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
  });
  after(async () => {
    for (const connection of connections) connection.close();
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function read(): Promise<readonly SchemaDocument[]> {
    const { contexts, current } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
    const found = contexts.find(({ name }) => name === current);
    assert.ok(found !== undefined);
    const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
    const connection = connect(found, { clock: realClock, exec, isReadOnly: () => true });
    connections.push(connection);
    const files = { read: () => Promise.resolve(undefined), write: () => Promise.resolve() };
    return new SchemaReader({ connection, files, clock: realClock, log: assert.fail }).read([groupVersion], true, true);
  }

  test('contain the fields, types, and values that kubectl explains', { skip: kubectl === undefined }, async () => {
    const [document] = await read();
    const kind = kindIn(document);
    assert.equal(kind?.isNamespaced, true);
    const tls = getMap(kind?.schema, 'properties', 'spec', 'properties', 'tlsConfig', 'properties');
    const run = promisify(execFile);
    const { stdout } = await run(kubectl ?? '', ['explain', 'trusteeconfig.spec.tlsConfig'], {
      env: { ...process.env, KUBECONFIG: file, HOME: folder },
    });
    const explained = Array.from(
      stdout.matchAll(/^  (\w+)\t<(\S+)>/gm),
      ([, field = '', type = '']) => `${field} ${type}`,
    );
    const names: Readonly<Record<string, string>> = { array: '[]string' };
    assert.deepEqual(
      Object.entries(tls)
        .map(
          ([field, schema]) => `${field} ${names[getString(schema, 'type') ?? ''] ?? getString(schema, 'type') ?? ''}`,
        )
        .toSorted(),
      explained.toSorted(),
    );
    assert.deepEqual(getValue(tls['profile'], 'enum'), ['old', 'intermediate', 'modern', 'custom']);
    assert.match(stdout, /enum: .*intermediate/);
  });

  test('have a hash that changes only with the CRDs of their group', async () => {
    const [before] = await read();
    const definitions = simulation.resources.need('apiextensions.k8s.io', 'customresourcedefinitions');
    const [same] = await read();
    assert.equal(same?.hash, before?.hash);
    const own = simulation.store.get(definitions, undefined, 'trusteeconfigs.confidentialcontainers.org');
    assert.ok(own !== undefined);
    const changed = JSON.parse(JSON.stringify(own).replace('"kbsServiceType"', '"serviceType"')) as typeof own;
    assert.ok(simulation.store.update(definitions, changed).ok);
    const [next] = await read();
    assert.notEqual(next?.hash, before?.hash);
    assert.ok('serviceType' in getMap(kindIn(next)?.schema, 'properties', 'spec', 'properties'));
  });
});
