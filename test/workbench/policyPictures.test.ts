/** The pictures of agent policies for the documentation, in a light and a dark theme. OSC_UPDATE_IMAGES=1 takes them anew. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.ts';
import { packInitdata } from '../../server/src/initdata/pack.ts';
import { accessible, moving, unreached, violations } from '../support/workbench/axe.ts';
import { picturesWanted, takePicture } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const session = useSession();

const themes = [
  { name: 'light', theme: 'Default Light Modern', shown: '.monaco-workbench.vs' },
  { name: 'dark', theme: 'Default Dark Modern', shown: '.monaco-workbench.vs-dark' },
];

const size = { width: 1360, height: 720 };
const settings = { 'breadcrumbs.enabled': false, 'editor.lightbulb.enabled': 'off' };

/** Scenes that show a page of ours. */
const pages: ReadonlySet<string> = new Set(['policy-table', 'policy-replay']);

const sample = (name: string) => readFileSync(path.join(root, 'samples/osc-1.12-aws', name), 'utf8').replace(/^(?:#.*\n)+/, '');
const files = {
  'allowed-commands.rego': sample('allowed-commands.rego'),
  'policy.rego': sample('policy.rego'),
  'policy.txt': sample('policy.txt'),
  'pod.yaml': sample('pod-with-initdata.yaml').replace(/cc_init_data: \S+/, `cc_init_data: ${packInitdata(sample('initdata.toml'))}`),
};

const scenes: Readonly<Record<string, (workbench: Workbench) => Promise<void>>> = {
  async 'policy-table'(workbench) {
    await workbench.runCommand('Show What the Policy Allows');
    const view = workbench.webview();
    await view.locator('tbody tr').first().waitFor();
    await view.getByLabel('Compare with').selectOption({ label: 'kata: allow all' });
    await view.locator('tr.differs[data-endpoint="SetPolicyRequest"]').waitFor();
    await restPointer(workbench);
  },
  async 'policy-replay'(workbench) {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('policy.txt');
    await workbench.runCommand('Replay Requests Through a Policy...');
    await workbench.quickRow('allowed-commands.rego').click();
    await workbench.quickRow('The file in view').click();
    const view = workbench.webview();
    await view.getByText('5 requests, 2 not allowed.').waitFor();
    await view.getByRole('button', { name: /why ExecProcessRequest/ }).click();
    await workbench.editor.line('ExecProcessRequest if {').waitFor();
    await view.locator('tr.chosen').waitFor();
    await coloured(workbench, 'ExecProcessRequest');
  },
  async 'policy-trap'(workbench) {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('policy.rego');
    await workbench.editor.cursorAt(43, 1);
    await workbench.editor.squiggles('warning').first().waitFor();
    await workbench.editor.hover('if', 'ExecProcessRequest if {');
  },
  async 'policy-packed'(workbench) {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('pod.yaml');
    const lens = workbench.editor.root.locator('.codelens-decoration a', { hasText: 'Open the initdata' }).first();
    // Before there is a second editor of the file: lenses of the one that is left behind are not asked for.
    await lens.waitFor();
    await workbench.runCommand('View: Split Editor Right');
    await lens.click();
    await workbench.tab('initdata.toml').waitFor();
    await workbench.editor.line('"policy.rego"').waitFor();
    await coloured(workbench, 'package');
    await workbench.editor.root.locator('.codelens-decoration', { hasText: 'Requests:' }).first().waitFor();
    await restPointer(workbench);
  },
};

/** Nothing is under the pointer, and nothing is said of it. */
async function restPointer({ page }: Workbench): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover').first().waitFor({ state: 'detached' });
}

/** The colours of the server are there: a word is a piece of its line by itself. */
async function coloured({ editor }: Workbench, word: string): Promise<void> {
  await editor.root
    .locator('.view-line span span', { hasText: new RegExp(`^${word}$`) })
    .first()
    .waitFor();
}

const played = picturesWanted(themes.flatMap(({ name }) => Object.keys(scenes).map((scene) => `${scene}-${name}`))) ? themes : themes.slice(-1);

describe('pictures of policies', { timeout: 900_000 }, () => {
  for (const { name, theme, shown } of played) {
    test(name, () => {
      const themed = JSON.stringify({ ...settings, 'workbench.colorTheme': theme });
      const contents = { files: { ...files, '.vscode/settings.json': themed }, open: 'allowed-commands.rego' };
      return session().window(`policy pictures ${name}`, contents, async (workbench, folder) => {
        await workbench.page.setViewportSize(size);
        await workbench.page.locator(shown).waitFor();
        await workbench.checked();
        await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
        await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
        for (const [scene, play] of Object.entries(scenes)) {
          await play(workbench);
          await takePicture(workbench.page, `${scene}-${name}`);
          if (pages.has(scene) && name === 'dark') await accessible({ workbench, folder, settings }, workbench.webview(), scene);
          await workbench.page.keyboard.press('Escape');
          await workbench.page.mouse.move(0, 0);
        }
      });
    });
  }
});

/** Everything is wrong with it. */
const wrong = `<!DOCTYPE html><html lang="en"><head><title>wrong</title><style>
  p { color: #aaa; background: #fff } div { animation: turn 2s infinite } @keyframes turn { to { color: red } } button { outline: none }
</style></head><body><main><h1>wrong</h1><img src="data:,"><p>pale</p><button aria-label="save">Write it</button><a href="#" tabindex="1">go</a>
<div tabindex="0" onkeydown="event.preventDefault()">a trap</div><button>never reached</button></main></body></html>`;

describe('looking for what is wrong with a page', { timeout: 60_000 }, () => {
  test('finds it', async () => {
    const page = await session().context.newPage();
    try {
      await page.setContent(wrong);
      const found = (await violations(page)).map((text) => text.split(':')[0]);
      for (const rule of ['image-alt', 'color-contrast', 'label-content-name-mismatch', 'tabindex']) assert.ok(found.includes(rule), rule);
      assert.equal((await moving(page, page)).length, 1);
      const missed = await unreached(page, page);
      assert.ok(missed.some((text) => text.startsWith('not seen: <button')));
      assert.ok(missed.some((text) => text.startsWith('not reached: <button>never')));
    } finally {
      await page.close();
    }
  });
});
