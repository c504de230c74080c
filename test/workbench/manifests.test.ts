/** The manifests around a KataConfig, in a real VS Code: what is completed for which cloud, and what one file says of another. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';
import { openNew, useSharedWindow } from '../support/workbench/sharedWindow.ts';

const session = useSession();

const configMap = (data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${data}`;
const aws = (types: string) =>
  configMap(
    [
      'CLOUD_PROVIDER: "aws"',
      'AWS_REGION: "us-east-2"',
      'AWS_SUBNET_ID: "subnet-0123456789abcdef0"',
      'AWS_VPC_ID: "vpc-0123456789abcdef0"',
      'AWS_SG_IDS: "sg-0123456789abcdef0"',
      'VXLAN_PORT: "9000"',
      'PODVM_INSTANCE_TYPE: "t3.small"',
      `PODVM_INSTANCE_TYPES: "${types}"`,
      '',
    ]
      .map((line) => (line === '' ? '' : `  ${line}`))
      .join('\n'),
  );
const pod = (machineType: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\n  annotations:\n    io.katacontainers.config.hypervisor.machine_type: ${machineType}\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: app\n      image: registry.example.com/app\n`;

const keys = { aws: 'AWS_REGION', azure: 'AZURE_REGION', gcp: 'GCP_ZONE', libvirt: 'LIBVIRT_POOL', ibmcloud: 'IBMCLOUD_VPC_ID' };

describe('peer-pods-cm', { timeout: 900_000 }, () => {
  const files = Object.fromEntries(Object.keys(keys).map((provider) => [`${provider}.yaml`, configMap(`  CLOUD_PROVIDER: "${provider}"\n  `)]));
  const shared = useSharedWindow(session, { files, open: 'aws.yaml' });

  test('offers the keys of its cloud, and of no other', () =>
    shared.play('keys per provider', async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      for (const [provider, key] of Object.entries(keys)) {
        await workbench.openFile(`${provider}.yaml`);
        await editor.cursorAt(8, 3);
        const word = key.split('_')[0] ?? '';
        await editor.type(word.slice(0, 3));
        await editor.suggestUntil(key);
        const offered = await editor.suggestions();
        for (const other of Object.values(keys)) assert.equal(offered.includes(other), other === key, `${provider}: ${offered.join(' ')}`);
      }
    }));

  test('"all required keys" writes them, with the cursor in the first', () =>
    shared.play('all required keys', async (workbench, folder) => {
      const { editor } = workbench;
      await openNew(workbench, folder, 'required.yaml', configMap('  CLOUD_PROVIDER: "aws"\n  '));
      await workbench.checked();
      await editor.cursorAt(8, 3);
      const all = await editor.suggestUntil('all required keys');
      await all.click();
      await editor.type('us-east-2');
      await editor.hasLine('AWS_REGION: "us-east-2"');
      const text = await editor.text();
      for (const key of ['AWS_SUBNET_ID', 'AWS_VPC_ID', 'AWS_SG_IDS']) assert.ok(text.includes(`${key}: ""`), text);
    }));

  test('New OSC Manifest asks what, for which cloud and release, and opens it', () =>
    shared.play('new manifest', async (workbench) => {
      const { editor, quickRow } = { editor: workbench.editor, quickRow: (text: string) => workbench.quickRow(text) };
      await workbench.runCommand('New OSC Manifest...');
      await quickRow('Settings of peer pods').click();
      await quickRow('Google Cloud').click();
      await quickRow('OSC 1.12').click();
      await editor.hasLine('CLOUD_PROVIDER: "gcp"');
      await editor.hasLine('GCP_PROJECT_ID: "<project_id>"');
      await editor.squiggles('warning').first().waitFor();
    }));
});

describe('a pod and peer-pods-cm', { timeout: 900_000 }, () => {
  test('a type that is not in the list is found, until the list has it', () =>
    session().window('across files', { files: { 'cm.yaml': aws('t3.small'), 'pod.yaml': pod('t3.large') }, open: 'pod.yaml' }, async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      await editor.squiggles('error').first().waitFor();
      await workbench.openFile('cm.yaml');
      await editor.cursorAt(14, 34);
      await editor.type(',t3.large');
      await editor.hasLine('PODVM_INSTANCE_TYPES: "t3.small,t3.large"');
      await workbench.openFile('pod.yaml');
      await editor.hasLine('runtimeClassName: kata-remote');
      await editor.squiggles('error').first().waitFor({ state: 'detached' });
    }));

  test('machine_type is completed from the list', () =>
    session().window('machine type', { files: { 'cm.yaml': aws('t3.small,t3.large'), 'pod.yaml': pod('') }, open: 'pod.yaml' }, async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      await editor.cursorAt(6, 56);
      const large = await editor.suggestUntil('t3.large');
      assert.deepEqual(await editor.suggestions(), ['t3.small', 't3.large']);
      await large.click();
      await editor.hasLine('io.katacontainers.config.hypervisor.machine_type: "t3.large"');
    }));
});
