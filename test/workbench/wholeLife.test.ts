/** The whole life of kata on a cluster by clicks, in a real VS Code: installed with peer pods, configured, updated, taken away. OSC_UPDATE_IMAGES=1 takes the pictures anew. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { scenarioNamed } from '../../simulator/src/main.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { agreeUntil, answer, changesOf, choose, copied, goOnWithPreview } from '../support/workbench/procedure.ts';
import { useSession } from '../support/workbench/session.ts';
import { dismiss, dressed, narrow, takeBoth } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const size = { width: 1100, height: 700 };
const whole = { part: { x: 0, y: 0, ...size } };

/** What `aws ec2 describe-instances` prints for the keys, in their order. */
const cloudAnswers: Readonly<Record<string, string>> = {
  AWS_SUBNET_ID: 'subnet-0a1b2c3d4e5f60718\n',
  AWS_VPC_ID: 'vpc-0123456789abcdef0\n',
  AWS_SG_IDS: '[[["sg-0aaaabbbbccccdddd","sg-0eeeeffff00001111"]]]\n',
};

describe('the whole life of kata by clicks', { timeout: 900_000 }, () => {
  test('peer pods: the operator, the settings of the cloud, the KataConfig, the log level there and back, and all of it away', async () => {
    const scenario = scenarioNamed('aws') ?? assert.fail();
    const simulation = await clusters.start({ ...scenario, prelude: [] }, { speed: 600 });
    await session().window('whole life', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      const { page, quick } = workbench;
      await tree.press('kube-admin');
      await tree.row('The operator is not installed').waitFor();
      await page.setViewportSize(size);
      await tree.press('The operator is not installed');
      await workbench.quickRow('newest').click();
      await workbench.quickRow('Automatic').click();
      await workbench.quickRow('In the cloud').click();
      await workbench.quickRow('All workers').click();
      await workbench.quickRow('info').click();
      await goOnWithPreview(workbench, 'install-kata-on-kube-admin.yaml');
      // The KataConfig waits for what says where virtual machines run.
      await agreeUntil(workbench, 'Install kata on kube-admin does not go on');
      await takeBoth(workbench, folder, 'guided-waits-for-peer-pods', whole);
      await dismiss(workbench, 'Install kata on kube-admin does not go on');

      await workbench.runCommand('Configure Peer Pods from the Cluster');
      await workbench.quickRow('aws').click();
      await workbench.quickRow('Copy the Commands').waitFor();
      await page.locator('.notification-toast').waitFor({ state: 'detached' });
      await page.mouse.move(900, 600);
      await takeBoth(workbench, folder, 'guided-cloud', whole);
      await workbench.quickRow('Copy the Commands').click();
      for (const [key, printed] of Object.entries(cloudAnswers)) {
        await quick.locator(`input[placeholder^="${key}"]`).waitFor();
        if (key === 'AWS_VPC_ID') await page.mouse.move(900, 600);
        if (key === 'AWS_VPC_ID') await takeBoth(workbench, folder, 'guided-cloud-answer', whole);
        await copied(workbench, printed);
        await workbench.quickRow('Take What I Copied').click();
      }
      await workbench.quickRow('Enter the Credentials').click();
      await answer(workbench, 'AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
      await answer(workbench, 'AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY');
      await workbench.tab('peer-pods-of-kube-admin.yaml').waitFor();
      await workbench.editor.hasLine('kind: ConfigMap');
      await workbench.checked();
      await page.mouse.move(300, 500);
      await takeBoth(workbench, folder, 'guided-peer-pods', whole);
      await goOnWithPreview(workbench, 'peer-pods-of-kube-admin.yaml');
      // One thing at a time is done on a cluster.
      await choose(workbench, 'Install kata is being done on kube-admin', 'Do This Instead');
      await agreeUntil(workbench, 'Peer pods are configured on kube-admin');
      await takeBoth(workbench, folder, 'guided-peer-pods-done', whole);
      await choose(workbench, 'Peer pods are configured on kube-admin', 'Install Kata');

      await workbench.quickRow('In the cloud').click();
      await workbench.quickRow('All workers').click();
      await workbench.quickRow('info').click();
      await goOnWithPreview(workbench, 'install-kata-on-kube-admin.yaml');
      await agreeUntil(workbench, 'Install kata on kube-admin: done.');
      await tree.shows(/Installed \| 2 nodes/);
      await dismiss(workbench, 'Install kata on kube-admin: done.');

      await workbench.runCommand('Set the Log Level of Kata Nodes');
      await quick.locator('.monaco-list-row[aria-label^="debug"]').click();
      const asked = await agreeUntil(workbench, 'Go back when the logs are gathered.');
      assert.match(asked[0]?.consequences ?? '', /worker-0 and worker-1/);
      await page.mouse.move(300, 600);
      await takeBoth(workbench, folder, 'guided-log-level', whole);
      await choose(workbench, 'Go back when the logs are gathered.', 'Ask CRI-O');
      await workbench.quickRow('Judge What I Copied').waitFor();
      await copied(workbench, '[crio.runtime]\nlog_level = "debug"\n');
      await workbench.quickRow('Judge What I Copied').click();
      await choose(workbench, 'says log_level = "debug": it is done.', 'Set Back to info');
      await agreeUntil(workbench, 'The nodes with kata have the log level info.');
      await dismiss(workbench, 'The nodes with kata have the log level info.');

      await workbench.runCommand('Uninstall OpenShift Sandboxed Containers');
      await workbench.quickRow('Delete the namespace').click();
      await workbench.quickRow('Keep the definition').click();
      await agreeUntil(workbench, 'Uninstall kata on kube-admin: done.');
      await tree.row('The operator is not installed').waitFor();
      const namespaces = simulation.store.list(simulation.resources.need('', 'namespaces')).items;
      assert.equal(
        namespaces.some(({ metadata }) => metadata.name.startsWith('openshift-sandboxed')),
        false,
      );
      assert.deepEqual(changesOf(simulation.audit.entries), [
        'PATCH namespaces/openshift-sandboxed-containers-operator',
        'PATCH operatorgroups/sandboxed-containers-operator-group',
        'PATCH subscriptions/sandboxed-containers-operator',
        'PATCH configmaps/peer-pods-cm',
        'PATCH secrets/peer-pods-secret',
        'PATCH kataconfigs/example-kataconfig',
        'PATCH kataconfigs/example-kataconfig',
        'PATCH kataconfigs/example-kataconfig',
        'DELETE kataconfigs/example-kataconfig',
        'DELETE subscriptions/sandboxed-containers-operator',
        'DELETE clusterserviceversions/sandboxed-containers-operator.v1.12.0',
        'DELETE operatorgroups/sandboxed-containers-operator-group',
        'DELETE namespaces/openshift-sandboxed-containers-operator',
      ]);
    });
  });

  test('an update that waits for a yes: what is in the InstallPlan is shown, and the new release is there in the end', async () => {
    const simulation = await clusters.start('update-waits', { speed: 600 });
    await session().window('whole life update', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      const { page } = workbench;
      await tree.press('kube-admin');
      await tree.shows(/Installed \| 2 nodes/);
      await page.setViewportSize(size);
      await workbench.runCommand('Update OpenShift Sandboxed Containers');
      await page.locator('.monaco-dialog-box').waitFor();
      await takeBoth(workbench, folder, 'guided-update', whole);
      const asked = await agreeUntil(workbench, 'Update kata on kube-admin: done.');
      assert.match(asked[0]?.consequences ?? '', /1\.12\.0/);
      await tree.shows(/Operator \| OSC 1\.12\.0/);
      assert.equal(changesOf(simulation.audit.entries).length, 1, 'the InstallPlan, and nothing else');
    });
  });
});
