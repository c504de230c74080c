/** Tests support bundles in VS Code: from a cluster and from a must-gather, with the list that the user reviews. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { until } from '#test/support/workbench/parts/step.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const manifest = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n';

describe('support bundles', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { files: { 'kata/a.yaml': `${manifest}  logLevel: Debug\n` } });
  const folder = (): string => path.join(session().kube, 'must-gather');
  let simulation: Simulation;
  before(async () => {
    simulation = await clusters.start('pod-logs', { speed: 1 });
    const operator = simulation.store
      .list({ group: '', plural: 'pods' })
      .items.find(({ metadata }) => metadata.name.startsWith('controller-manager-'))?.metadata;
    assert.ok(operator?.namespace !== undefined);
    const line = { at: simulation.clock.now(), text: 'proxy password=hunter2-abcdef' };
    simulation.logs.append(operator.namespace, operator.name, 'manager', line);
  });

  test('contain the cluster, list their parts before they are saved, and open as a must-gather', () =>
    shared.play('support bundle', async (workbench) => {
      const { fileDialog, notifications, quickInput, tree, webview } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      await tree.choose('kube-admin', 'Create Support Bundle...');
      await fileDialog.accept();
      await quickInput.offers('Save');
      for (const part of ['Must-gather', 'Pod logs', 'Preflight checks', 'Cluster history', 'Findings in files'])
        await webview.showsCell(part);
      await webview.showsListItem('Image creation job: The cluster has no image creation job.');
      await takeBoth(workbench, 'support-bundle');
      await quickInput.choose('Save');
      await notifications.dismiss('Support bundle created.');
      const [name = '', ...others] = readdirSync(folder());
      assert.deepEqual(others, []);
      assert.match(name, /^osc-support-kube-admin-\d{8}-\d{6}Z\.zip$/);
      const files = await textsIn(path.join(folder(), name));
      assert.match(files.get('support/findings.txt') ?? '', /^kata\/a\.yaml:6: error osc\/kataconfig-loglevel$/m);
      assert.match(files.get('support/history.md') ?? '', /^# History of kube-admin$/m);
      assert.match(files.get('support/versions.json') ?? '', /"vscode": "\d+\./);
      const all = [...files.values()].join('\n');
      assert.ok(all.includes('proxy password=***') && !all.includes('hunter2'));
      assert.ok(![...files.values()].some((text) => text.includes('logLevel: Debug')), 'no text of the file');

      await workbench.run('Open Must-Gather...');
      await quickInput.choose('Archive...');
      await fileDialog.chooseFile(path.join(folder(), name), 'Open');
      await tree.showsRow('Diagnosis');
    }));

  test('are deleted if the user cancels, and use only files for a must-gather', () =>
    shared.play('support bundle of a must-gather', async (workbench) => {
      const { fileDialog, quickInput, webview } = workbench;
      await workbench.closeEditors();
      const before = readdirSync(folder());
      await workbench.run('Create Support Bundle...');
      await quickInput.choose(/osc-support-kube-admin-.*\.zip/);
      await fileDialog.accept();
      await quickInput.offers('Discard');
      await webview.showsListItem(/Cluster status.*You didn't select a cluster\./);
      await quickInput.choose('Discard');
      const step = {
        does: 'wait until the support bundle is deleted',
        expects: 'only the earlier support bundle',
        state: () => Promise.resolve(readdirSync(folder()).join(', ')),
      };
      await until(step, () => Promise.resolve(readdirSync(folder()).join() === before.join()));
    }));
});

/** Returns the texts in an archive by path. */
async function textsIn(zip: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const file of (await openSource(zip)).files({ refused: ({ path: one }) => assert.fail(one) })) {
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
    texts.set(file.path.slice(file.path.indexOf('/') + 1), Buffer.concat(parts).toString());
  }
  return texts;
}
