/** Mistakes in a real VS Code: seen, mended, explained, ignored. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.ts';
import { appears } from '../support/workbench/appears.ts';
import { useSession } from '../support/workbench/session.ts';
import { openNew, useSharedWindow } from '../support/workbench/sharedWindow.ts';
import { startUp } from '../support/workbench/workbench.ts';

const session = useSession();

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: kata\nspec:\n  ports: [port: 80]\n';
const ourFile = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  enablePeerpods: true\n';

const mistyped = { sample: 'osc-1.12-aws', open: 'update-peer-pods.yaml' };
const mistypedText = readFileSync(path.join(root, 'samples', mistyped.sample, mistyped.open), 'utf8');

describe('findings', { timeout: 900_000 }, () => {
  const shared = useSharedWindow(session, mistyped);

  test('a mistyped field is underlined, and in the list of problems with a link to the page of its rule', () =>
    shared.play('problems', async (workbench) => {
      await workbench.checked();
      await workbench.editor.squiggles('error').first().waitFor();
      await workbench.openProblems();
      const problem = workbench.problem('enablePeerpods');
      await problem.waitFor();
      const problems = await workbench.problems();
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.match(problems[0] ?? '', /^Error: spec has no field "enablePeerpods".*Did you mean enablePeerPods\?.* at line 10 and character 3\./);
      await problem.locator('a', { hasText: 'kataconfig-unknown-field' }).click({ modifiers: ['Control'] });
      await workbench.tab('kataconfig-unknown-field.md').waitFor();
    }));

  test('the quick fix mends it, and the finding goes', () =>
    shared.play('quick fix', async (workbench, folder) => {
      const { editor, page } = workbench;
      await openNew(workbench, folder, 'mended.yaml', mistypedText);
      await editor.squiggles('error').first().waitFor();
      await editor.cursorAt(10, 6);
      assert.deepEqual((await editor.codeActionsOfLightbulb()).slice(0, 4), [
        'Rename to enablePeerPods',
        'Remove enablePeerpods',
        'Ignore osc/kataconfig-unknown-field here',
        'Explain osc/kataconfig-unknown-field',
      ]);
      await page.keyboard.press('Escape');
      await editor.applyCodeAction('Rename to enablePeerPods');
      await editor.hasLine('enablePeerPods: true');
      await editor.squiggles('error').first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+S');
      await page.locator('.tabs-container .tab.dirty').waitFor({ state: 'detached' });
      assert.match(readFileSync(path.join(folder, 'mended.yaml'), 'utf8'), /^ {2}enablePeerPods: true$/m);
    }));

  test('"Fix All" mends what can surely be mended', () =>
    session().window('fix all', { sample: 'osc-1.5-bare-metal', open: 'web-console.yaml' }, async (workbench) => {
      const { editor } = workbench;
      await workbench.checked();
      await editor.squiggles('error').nth(3).waitFor();
      // What VS Code asks by itself at the same time, for the light bulb, takes its place: then it is run again.
      for (let attempt = 1; ; attempt++) {
        await workbench.runCommand('Fix All');
        if (await appears(editor.lines.filter({ hasText: /enablePeerPods:/ }).first(), 5000)) break;
        if (attempt === 4) throw new Error('"Fix All" mends nothing');
      }
      await editor.hasLine('enablePeerPods: no');
      await editor.squiggles('error').first().waitFor({ state: 'detached' });
      const text = await editor.text();
      for (const mended of [/^ {8}operator: In$/m, /^ {10}- "true"$/m, /^ {2}logLevel: warn$/m]) assert.match(text, mended);
    }));

  test('"Ignore here" silences the rule for the line', () =>
    shared.play('ignore', async (workbench, folder) => {
      const { editor } = workbench;
      await openNew(workbench, folder, 'ignored.yaml', mistypedText);
      await editor.squiggles('error').first().waitFor();
      await editor.cursorAt(10, 6);
      await editor.applyCodeAction('Ignore osc/kataconfig-unknown-field here');
      await editor.hasLine('# osc-ignore-next-line kataconfig-unknown-field:');
      await editor.hasLine('enablePeerpods: true');
      await editor.squiggles('error').first().waitFor({ state: 'detached' });
    }));

  test('"Explain" opens the page of the rule beside the file', () =>
    session().window('explain', mistyped, async (workbench) => {
      await workbench.checked();
      await workbench.editor.squiggles('error').first().waitFor();
      await workbench.editor.cursorAt(10, 6);
      await workbench.editor.applyCodeAction('Explain osc/kataconfig-unknown-field');
      const page = workbench.webview();
      // The first page of a window comes with processes of its own.
      await page.locator('h1', { hasText: 'osc/kataconfig-unknown-field' }).waitFor({ timeout: startUp });
      await page
        .locator('h2', { hasText: /^Prefer$/ })
        .first()
        .waitFor();
      await workbench.tab('Preview kataconfig-unknown-field.md').waitFor();
    }));

  test('documents of other kinds get nothing, and no status', () =>
    session().window('other kinds', { files: { 'service.yaml': service, 'kataconfig.yaml': ourFile }, open: 'service.yaml' }, async (workbench) => {
      // The second file shows that the extension is awake by then.
      await workbench.openFile('kataconfig.yaml');
      await workbench.checked();
      await workbench.editor.squiggles('error').first().waitFor();
      await workbench.openProblems();
      await workbench.problem('enablePeerpods').waitFor();
      assert.equal((await workbench.problems()).length, 1);
      await workbench.tab('service.yaml').click();
      await workbench.editor.hasLine('kind: Service');
      await workbench.page.locator('.part.statusbar [id="status.languageStatus"]').waitFor({ state: 'detached' });
    }));
});
