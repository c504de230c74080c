/** The tree of clusters in a real VS Code, against simulated clusters. OSC_UPDATE_IMAGES=1 takes the pictures anew. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/run.ts';
import type { Simulation } from '../../simulator/src/main.ts';
import { isJsonObject, listAt, sameJson, stringAt, valueAt, type JsonObject } from '../../simulator/src/store/kubeObject.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { dismiss, dressed, narrow, takeBoth } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const kataConfigs = { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' };
const stands = 0.001;

/** The rows of a table of the documents, by what is to be seen of each in the tree. */
const rows: readonly { readonly part: 'install' | 'uninstall'; readonly row: string; readonly picture: string; readonly tree: RegExp }[] = [
  { part: 'install', row: 'Initial installation', picture: 'install-1', tree: /KataConfig example-kataconfig \| / },
  { part: 'install', row: 'Installing', picture: 'install-2', tree: /Waiting to install \| 2 nodes\n\s+worker-0.*\n\s+worker-1/ },
  {
    part: 'install',
    row: 'Installing (Worker-1 installation starting)',
    picture: 'install-3',
    tree: /Installing \| 1 node\n\s+worker-1.*\n\s+Waiting to install \| 1 node\n\s+worker-0/,
  },
  {
    part: 'install',
    row: 'Installing (Worker-1 installed, worker-0 installation started)',
    picture: 'install-4',
    tree: /Installing \| 1 node\n\s+worker-0.*\n\s+Installed \| 1 node/,
  },
  { part: 'install', row: 'Installed', picture: 'install-5', tree: /Installed \| 2 nodes/ },
  { part: 'uninstall', row: 'Initial uninstall', picture: 'uninstall-1', tree: /Waiting to uninstall \| 2 nodes/ },
  {
    part: 'uninstall',
    row: 'Uninstalling (one of the workers)',
    picture: 'uninstall-2',
    tree: /Uninstalling \| 1 node\n\s+worker-1.*\n\s+Waiting to uninstall \| 1 node\n\s+worker-0/,
  },
  { part: 'uninstall', row: 'Uninstalling (worker-1 finished)', picture: 'uninstall-3', tree: /Uninstalling \| 1 node\n\s+worker-0/ },
];

describe('the tables of the documents', { timeout: 900_000 }, () => {
  test('every row is shown as it happens', async () => {
    const table: unknown = parse(readFileSync(path.join(root, 'test/clusters/tables/bare-metal.yaml'), 'utf8'));
    const simulation = await clusters.start('two-workers', { speed: 60 });
    await session().window('clusters table', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      await tree.row('No KataConfig yet').waitFor();
      for (const { part, row, picture, tree: wanted } of rows) {
        const status = listAt(table, part)
          .filter(isJsonObject)
          .find((one) => stringAt(one, 'row') === row);
        assert.ok(status, row);
        const seen = standAt(simulation, status);
        if (picture === 'install-1') create(simulation);
        if (picture === 'uninstall-1') remove(simulation);
        simulation.clock.pace(60);
        await seen;
        await tree.shows(wanted);
        if (picture === 'install-5') await dismiss(workbench, 'The installation of kata on kube-admin is done');
        await takeBoth(workbench, folder, picture);
      }
      simulation.clock.pace(600);
      await tree.row('No KataConfig yet').waitFor();
      await dismiss(workbench, 'Kata was removed from kube-admin.');
    });
  });
});

/** Resolves when the KataConfig says this; from that moment on nothing happens any more. */
function standAt(simulation: Simulation, row: JsonObject): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error(`the cluster never says ${JSON.stringify(row)}`)), 60_000);
    const watching = simulation.store.watch(kataConfigs, undefined, ({ object }) => {
      const conditions = row['conditions'];
      const status = object['status'];
      if (!sameJson(row['kataNodes'], valueAt(status, 'kataNodes'))) return;
      if (conditions !== undefined && stringAt(conditions, 'reason') !== stringAt(listAt(status, 'conditions')[0], 'reason')) return;
      simulation.clock.pace(stands);
      clearTimeout(tooLong);
      if (watching.ok) watching.value();
      resolve();
    });
  });
}

function create({ store, resources }: Simulation): void {
  const made = store.create(resources.need(kataConfigs.group, kataConfigs.plural), {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name: 'example-kataconfig' },
    spec: { checkNodeEligibility: false, enablePeerPods: false, logLevel: 'info' },
  });
  assert.ok(made.ok);
}

function remove({ store, resources }: Simulation): void {
  assert.ok(store.delete(resources.need(kataConfigs.group, kataConfigs.plural), undefined, 'example-kataconfig').ok);
}
