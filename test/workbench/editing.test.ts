/** Writing a KataConfig in a real VS Code: completion, skeletons, hover, outline. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';
import { openNew, useSharedWindow } from '../support/workbench/sharedWindow.ts';
import { byText } from '../support/byText.ts';

const session = useSession();

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n';
const selector = `${head}  kataConfigPoolSelector:\n    matchExpressions:\n      - key: kata\n        `;
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: kata-workloads\n';
const skeletons = ['kataconfig', 'kataconfig-eligible-nodes', 'kataconfig-peer-pods', 'kataconfig-selected-nodes'];
const levels = ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

describe('editing', { timeout: 900_000 }, () => {
  const shared = useSharedWindow(session, { files: { 'kataconfig.yaml': `${head}  ` }, open: 'kataconfig.yaml' });

  test('logL becomes logLevel: debug', () =>
    shared.play('completion', async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      await editor.cursorAt(6, 3);
      await editor.type('logL');
      await editor.suggestion('logLevel').click();
      // The values come by themselves: they are all known.
      await editor.suggestion('debug').waitFor();
      assert.deepEqual((await editor.suggestions()).toSorted(byText), levels.toSorted(byText));
      await editor.suggestion('debug').click();
      await editor.hasLine('logLevel: debug');
      await editor.squiggles('info').first().waitFor();
    }));

  test('the node selector is completed key by key', () =>
    shared.play('nested', async (workbench, folder) => {
      const { editor } = workbench;
      await openNew(workbench, folder, 'selector.yaml', selector);
      await workbench.checked();
      await editor.cursorAt(9, 9);
      await editor.type('oper');
      await editor.suggestion('operator').click();
      await editor.suggestion('DoesNotExist').waitFor();
      assert.deepEqual((await editor.suggestions()).toSorted(byText), ['DoesNotExist', 'Exists', 'In', 'NotIn']);
    }));

  test('an empty file becomes a KataConfig', () =>
    shared.play('skeleton', async (workbench, folder) => {
      const { editor, page } = workbench;
      await openNew(workbench, folder, 'skeleton.yaml', '');
      await editor.root.locator('.view-lines').click();
      await editor.type('katac');
      const whole = await editor.suggestUntil('kataconfig');
      assert.deepEqual(
        (await editor.suggestions()).toSorted(byText).filter((label) => label.startsWith('kataconfig')),
        skeletons,
      );
      await whole.click();
      await editor.hasLine('kind: KataConfig');
      // The name is selected, as placeholders of a snippet are: what is typed replaces it.
      await editor.type('mine');
      await page.keyboard.press('Tab');
      await editor.hasLine('name: mine');
      await editor.hasLine('logLevel: info');
    }));

  test('after --- there is another document to begin', () =>
    shared.play('second document', async (workbench, folder) => {
      const { editor } = workbench;
      await openNew(workbench, folder, 'second.yaml', `${namespace}---\n`);
      await editor.cursorAt(6, 1);
      await editor.type('kataconfig-p');
      const peerPods = await editor.suggestUntil('kataconfig-peer-pods');
      await peerPods.click();
      await editor.hasLine('enablePeerPods: true');
      await editor.hasLine('name: kata-workloads');
    }));

  test('hover says what a field does and what it costs, and the outline names each document', () =>
    shared.play('hover and outline', async (workbench, folder) => {
      await openNew(workbench, folder, 'hovered.yaml', `${head}  enablePeerPods: true\n---\n${namespace}`);
      await workbench.checked();
      const hovers = await workbench.editor.hover('enablePeerPods', 'enablePeerPods: true');
      const text = (await hovers.allTextContents()).join('\n');
      assert.match(text, /^spec\.enablePeerPods/);
      assert.match(text, /kata-remote/);
      assert.equal(await hovers.count(), 1, text);
      await workbench.page.mouse.move(0, 0);
      const rows = await workbench.openOutline();
      await rows.filter({ hasText: 'KataConfig example-kataconfig' }).first().waitFor();
    }));
});
