/** Tests how the tree shows the installation and removal of Kata. OSC_UPDATE_IMAGES=1 updates the pictures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { repositoryRoot } from '#scripts/lib/run.ts';
import {
  isJsonObject,
  getList,
  isSameJson,
  getString,
  getValue,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { createKataConfig, deleteKataConfig, stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { sideBarClip, sideBarSize, takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

/** A row of a status table in the documentation, and the matching row of the tree. */
interface Row {
  readonly part: 'install' | 'uninstall';
  readonly row: string;
  readonly picture: string;
  readonly tree: RegExp;
}

const rows: readonly Row[] = [
  { part: 'install', row: 'Initial installation', picture: 'install-1', tree: /Kata \| (Installing|Pending)/ },
  { part: 'install', row: 'Installing', picture: 'install-2', tree: /Waiting \| 2 nodes\n\s+worker-0.*\n\s+worker-1/ },
  {
    part: 'install',
    row: 'Installing (Worker-1 installation starting)',
    picture: 'install-3',
    tree: /Installing \| 1 node\n\s+worker-1.*\n\s+Waiting \| 1 node\n\s+worker-0/,
  },
  {
    part: 'install',
    row: 'Installing (Worker-1 installed, worker-0 installation started)',
    picture: 'install-4',
    tree: /Installing \| 1 node\n\s+worker-0.*\n\s+Installed \| 1 node/,
  },
  { part: 'install', row: 'Installed', picture: 'install-5', tree: /Installed \| 2 nodes/ },
  {
    part: 'uninstall',
    row: 'Initial uninstall',
    picture: 'uninstall-1',
    tree: /Uninstalling · .*\n\s+kata-oc \| .*\n\s+worker \| .*\n\s+Waiting \| 2 nodes/,
  },
  {
    part: 'uninstall',
    row: 'Uninstalling (one of the workers)',
    picture: 'uninstall-2',
    tree: /Uninstalling \| 1 node\n\s+worker-1.*\n\s+Waiting \| 1 node\n\s+worker-0/,
  },
  {
    part: 'uninstall',
    row: 'Uninstalling (worker-1 finished)',
    picture: 'uninstall-3',
    tree: /Uninstalling \| 1 node\n\s+worker-0/,
  },
];

/** Returns whether a KataConfig has the status in a row of the table. */
function hasStatus({ status }: KubeObject, row: unknown): boolean {
  const conditions = getValue(row, 'conditions');
  const isSameReason =
    conditions === undefined ||
    getString(conditions, 'reason') === getString(getList(status, 'conditions')[0], 'reason');
  return isSameReason && isSameJson(getValue(row, 'kataNodes'), getValue(status, 'kataNodes'));
}

describe('the cluster tree', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);

  test('shows each documented status when it occurs', async () => {
    const table: unknown = parse(readFileSync(path.join(repositoryRoot, 'test/golden/tables/bare-metal.yaml'), 'utf8'));
    const simulation = await clusters.start('two-workers', { speed: 600 });
    await session().window('status tables', { size: sideBarSize }, async (workbench) => {
      const { tree, notifications } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await tree.showsRow('Kata', 'No KataConfig');
      for (const { part, row, picture, tree: expected } of rows) {
        const status = getList(table, part)
          .filter(isJsonObject)
          .find((one) => getString(one, 'row') === row);
        assert.ok(status, row);
        const reached = stopWhen(simulation, row, (kataConfig) => hasStatus(kataConfig, status));
        if (picture === 'install-1') await createKataConfig(simulation, { enablePeerPods: false, logLevel: 'info' });
        if (picture === 'uninstall-1') deleteKataConfig(simulation);
        simulation.clock.pace(600);
        await reached;
        await tree.shows(expected);
        if (picture === 'install-5') await notifications.dismiss('Kata is installed on kube-admin');
        await takeBoth(workbench, `clusters/${picture}`, { clip: sideBarClip });
      }
      simulation.clock.pace(600);
      await tree.showsRow('Kata', 'No KataConfig');
      await notifications.appears('Kata was uninstalled from kube-admin.');
    });
  });
});
