/** Tests the editing of files: suggestions, snippets, hovers, the outline, and findings that depend on another file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { byText } from '#test/support/repository/compareText.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const head =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n';
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: kata-workloads\n';
const operatorNamespace = namespace.replace('kata-workloads', 'openshift-sandboxed-containers-operator');
const configMap = (...data: readonly string[]) =>
  [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: peer-pods-cm',
    'data:',
    ...data.map((line) => `  ${line}`),
  ].join('\n');
const pod = `apiVersion: v1
kind: Pod
metadata:
  name: example
  annotations:
    io.katacontainers.config.hypervisor.machine_type: t3.large
spec:
  runtimeClassName: kata-remote
  containers:
    - name: app
      image: registry.example.com/app
`;
const skeletons = ['kataconfig', 'kataconfig-eligible-nodes', 'kataconfig-peer-pods', 'kataconfig-selected-nodes'];
const levels = ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** Opens a file. The previous test can have left suggestions or a hover open. */
async function show(workbench: Workbench, name: string): Promise<void> {
  await workbench.editor.escape();
  await workbench.openFile(name);
}

describe('editing', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const shared = useSharedWindow(session, {
    files: {
      'kataconfig.yaml': `${head}  `,
      'empty/skeleton.yaml': '',
      'keys/keys.yaml': '',
      'keys/following.yaml': `${namespace}---\n`,
      'hover/hovered.yaml': `${head}  enablePeerPods: true\n---\n${namespace}`,
      'required/required.yaml': configMap('CLOUD_PROVIDER: "aws"', ''),
      'types/settings.yaml': configMap('CLOUD_PROVIDER: "aws"', 'PODVM_INSTANCE_TYPES: "t3.small"', ''),
      'types/pod.yaml': pod,
      'release/namespace.yaml': operatorNamespace,
    },
    open: 'kataconfig.yaml',
  });

  test('suggests a key and then its values', () =>
    shared.play('editing suggestions', async (workbench) => {
      const { editor } = workbench;
      await workbench.isChecked();
      await editor.cursorAt(6, 3);
      await editor.type('logL');
      await editor.suggestions.accept('logLevel');
      // VS Code suggests the values on its own, because all of them are known.
      await editor.suggestions.offers('debug');
      assert.deepEqual((await editor.suggestions.labels()).toSorted(byText), levels.toSorted(byText));
      await editor.suggestions.accept('debug');
      await editor.hasLine('logLevel: debug');
      await editor.hasSquiggles('info');
    }));

  test('inserts a KataConfig with a placeholder name into an empty file', () =>
    shared.play('editing skeleton', async (workbench) => {
      const { editor } = workbench;
      await workbench.openFile('kataconfig.yaml');
      await workbench.isChecked();
      await show(workbench, 'skeleton.yaml');
      await editor.focus();
      await editor.type('katac');
      await editor.suggestions.offers('kataconfig');
      assert.deepEqual(
        (await editor.suggestions.labels()).toSorted(byText).filter((label) => label.startsWith('kataconfig')),
        skeletons,
      );
      await editor.suggestions.accept('kataconfig');
      await editor.hasLine('kind: KataConfig');
      await editor.type('mine');
      await editor.press('Tab');
      await editor.hasLine('name: mine');
      await editor.hasLine('logLevel: info');
    }));

  const lineOf = (text: string): number => text.split('\n').length;
  for (const [name, line] of [
    ['keys.yaml', 1],
    ['following.yaml', lineOf(`${namespace}---\n`)],
  ] as const) {
    test(`suggests the key first for each prefix, with and without Ctrl+Space, in ${line === 1 ? 'an empty file' : 'a second document'}`, () =>
      shared.play(`editing keys ${name}`, async (workbench) => {
        const { editor } = workbench;
        await show(workbench, name);
        await editor.cursorAt(line, 1);
        for (const key of ['apiVersion', 'kind', 'metadata', 'spec']) {
          // The first letter opens the list, and the next ones filter it.
          for (const letter of key.split('')) {
            await editor.type(letter);
            await editor.suggestions.offersFirst(key);
            await editor.suggestions.requestFirst(key);
          }
          await editor.suggestions.offersOnly(key);
          await editor.suggestions.close();
          await editor.press('Shift+Home', 'Backspace');
        }
        await editor.suggestions.requestFirst('apiVersion');
        assert.deepEqual((await editor.suggestions.labels()).slice(0, 4), ['apiVersion', 'kind', 'metadata', 'spec']);
        await editor.suggestions.close();
      }));
  }

  test('completes apiVersion and kind from their first letters, each with its value', () =>
    shared.play('editing first keys', async (workbench) => {
      const { editor } = workbench;
      await show(workbench, 'keys.yaml');
      await editor.cursorAt(1, 1);
      await editor.type('apiV');
      await editor.suggestions.offersOnly('apiVersion');
      await editor.press('Tab');
      await editor.suggestions.accept('kataconfiguration.openshift.io/v1');
      await editor.hasLine('apiVersion: kataconfiguration.openshift.io/v1');
      await editor.press('Enter');
      await editor.type('k');
      await editor.suggestions.offersOnly('kind');
      await editor.press('Enter');
      // Only one kind has this apiVersion.
      await editor.hasLine('kind: KataConfig');
    }));

  test('explains a field in one hover and lists the documents in the outline', () =>
    shared.play('editing hover', async (workbench) => {
      const { editor, explorer } = workbench;
      await show(workbench, 'hovered.yaml');
      await workbench.isChecked();
      const [text = '', ...others] = await editor.hover('enablePeerPods', 'enablePeerPods: true');
      assert.match(text, /^spec\.enablePeerPods/);
      assert.match(text, /kata-remote/);
      assert.deepEqual(others, []);
      await workbench.run('Explorer: Focus on Outline View');
      await explorer.outlineShows('KataConfig example-kataconfig');
    }));

  test('inserts all required keys and moves the cursor to the first value', () =>
    shared.play('editing required keys', async (workbench) => {
      const { editor } = workbench;
      await show(workbench, 'required.yaml');
      await workbench.isChecked();
      await editor.cursorAt(7, 3);
      await editor.suggestions.request('all required keys');
      await editor.suggestions.accept('all required keys');
      await editor.type('us-east-2');
      await editor.hasLine('AWS_REGION: "us-east-2"');
      for (const key of ['AWS_SUBNET_ID', 'AWS_VPC_ID', 'AWS_SG_IDS']) await editor.hasLine(`${key}: ""`);
    }));

  test('reports an instance type until the unsaved ConfigMap lists it', () =>
    shared.play('editing instance type', async (workbench) => {
      const { editor } = workbench;
      await show(workbench, 'pod.yaml');
      await editor.hasSquiggles('error');
      await workbench.openFile('settings.yaml');
      await editor.cursorAt(7, 34);
      await editor.type(',t3.large');
      await editor.hasLine('PODVM_INSTANCE_TYPES: "t3.small,t3.large"');
      await workbench.openFile('pod.yaml');
      await editor.hasLine('runtimeClassName: kata-remote');
      await editor.hasNoSquiggles('error');
    }));

  test('creates a manifest for the selected cloud provider and release', () =>
    shared.play('editing new manifest', async (workbench) => {
      const { editor, quickInput } = workbench;
      await workbench.run('New OSC Manifest...');
      await quickInput.chooseAll('Peer pods settings', 'Google Cloud', 'OSC 1.13');
      await editor.hasLine('CLOUD_PROVIDER: "gcp"');
      await editor.hasLine('GCP_PROJECT_ID: "<project_id>"');
      await editor.hasSquiggles('warning');
    }));

  test('checks files against the latest release until the user selects another one', () =>
    shared.play('editing release', async (workbench, folder) => {
      const { quickInput, statusBar } = workbench;
      await show(workbench, 'namespace.yaml');
      assert.match(await statusBar.openLanguageStatus('OSC 1.13'), /OSC 1\.13.*no findings.*Select OSC Release/s);
      await statusBar.followLanguageStatus('Select OSC Release');
      await quickInput.choose('OSC 1.8');
      await statusBar.openLanguageStatus('OSC 1.8');
      assert.match(readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8'), /"osc\.release": "1\.8"/);
    }));
});
