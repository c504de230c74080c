/**
 * Checks the scenes of the policy pictures for the documentation. OSC_UPDATE_IMAGES=1 updates the pictures in a light
 * and a dark theme.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { packInitdata } from '#server/engine/encoding/pack.ts';
import { accessible, checkHtml } from '#test/support/workbench/accessibility.ts';
import { PolicyReplayPage } from '#test/support/workbench/pages/policyReplayPage.ts';
import { PolicyTablePage } from '#test/support/workbench/pages/policyTablePage.ts';
import type { ThemeName } from '#test/support/workbench/parts/window/theme.ts';
import { picturesWanted, takePicture } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const size = { width: 1360, height: 720 };

const sample = (name: string) =>
  readFileSync(path.join(repositoryRoot, 'samples/osc-1.12-aws', name), 'utf8').replace(/^(?:#.*\n)+/, '');
const files = {
  'allowed-commands.rego': sample('allowed-commands.rego'),
  'policy.rego': sample('policy.rego'),
  'policy.txt': sample('policy.txt'),
  'pod.yaml': sample('pod-with-initdata.yaml').replace(
    /cc_init_data: \S+/,
    `cc_init_data: ${packInitdata(sample('initdata.toml'))}`,
  ),
  '.vscode/settings.json': JSON.stringify({ 'breadcrumbs.enabled': false, 'editor.lightbulb.enabled': 'off' }),
};

interface Scene {
  /** True if the scene shows a page of the extension. The test checks the accessibility of the page. */
  readonly hasPage: boolean;
  play(workbench: Workbench): Promise<void>;
}

const scenes: Readonly<Record<string, Scene>> = {
  'policy-table': {
    hasPage: true,
    async play(workbench) {
      await workbench.openFile('allowed-commands.rego');
      await workbench.isChecked();
      await workbench.run('Show Policy Decisions');
      const table = new PolicyTablePage(workbench.page);
      await table.hasRows();
      await table.compareWith('Kata: allow all');
      await table.showsDifference('SetPolicyRequest');
    },
  },
  'policy-replay': {
    hasPage: true,
    async play(workbench) {
      await workbench.openFile('policy.txt');
      await workbench.run('Replay Recorded Requests...');
      await workbench.quickInput.chooseAll('allowed-commands.rego', 'Active Document');
      const replay = new PolicyReplayPage(workbench.page);
      await replay.shows('Requests: 5, not allowed: 2.');
      await replay.explain(4);
      await workbench.editor.hasLine('ExecProcessRequest if {');
      await workbench.editor.isColored('ExecProcessRequest');
    },
  },
  'policy-trap': {
    hasPage: false,
    async play(workbench) {
      const { editor } = workbench;
      await workbench.openFile('policy.rego');
      // A CodeLens that appears later scrolls the text, and VS Code then closes the hover.
      await editor.showsCodeLens('Requests:');
      await editor.cursorAt(43, 1);
      await editor.hasSquiggles('warning');
      await editor.hover('if', 'ExecProcessRequest if {');
    },
  },
  'policy-packed': {
    hasPage: false,
    async play(workbench) {
      const { editor, tabs } = workbench;
      await workbench.openFile('pod.yaml');
      // Must come before a second editor of the file opens, because VS Code requests CodeLenses only for the active
      // editor.
      await editor.showsCodeLens('Open Initdata');
      await workbench.run('View: Split Editor Right');
      await editor.clickCodeLens('Open Initdata');
      await tabs.shows('initdata.toml');
      await editor.containsLine('"policy.rego"');
      await editor.isColored('package');
      await editor.showsCodeLens('Requests:');
    },
  },
};

const themes: readonly ThemeName[] = ['light', 'dark'];
/** One theme is enough to check that each scene still works. */
const played = picturesWanted(themes.flatMap((theme) => Object.keys(scenes).map((scene) => `${scene}-${theme}`)))
  ? themes
  : themes.slice(-1);

/** A page with every fault that the checks detect. */
const inaccessible = `<!DOCTYPE html><html lang="en"><head><title>wrong</title><style>
  p { color: #aaa; background: #fff } div { animation: turn 2s infinite } @keyframes turn { to { color: red } } button { outline: none }
</style></head><body><main><h1>wrong</h1><img src="data:,"><p>pale</p><button aria-label="save">Write it</button><a href="#" tabindex="1">go</a>
<div tabindex="0" onkeydown="event.preventDefault()">a trap</div><button>never reached</button></main></body></html>`;

describe('pages of policies', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);

  for (const theme of played) {
    test(`are accessible and match the documentation in the ${theme} theme`, () =>
      session().window(`policy pictures ${theme}`, { files, size }, async (workbench) => {
        const { editor, page, webview } = workbench;
        await workbench.theme.use(theme);
        await workbench.hideSideBar();
        for (const [name, { hasPage, play }] of Object.entries(scenes)) {
          await workbench.closeEditors();
          await play(workbench);
          await workbench.restPointer();
          await takePicture(page, `${name}-${theme}`);
          if (hasPage && theme === 'dark') await accessible(workbench, webview.frame, name);
          await editor.escape();
        }
      }));
  }

  test('are checked for each kind of accessibility problem', async () => {
    const { violations, moving, unreached } = await checkHtml(await session().newContext(), inaccessible);
    const rules = violations.map((text) => text.split(':')[0]);
    for (const rule of ['image-alt', 'color-contrast', 'label-content-name-mismatch', 'tabindex'])
      assert.ok(rules.includes(rule), rule);
    assert.equal(moving.length, 1);
    assert.ok(unreached.some((text) => text.startsWith('no focus indicator: <button')));
    assert.ok(unreached.some((text) => text.startsWith('not reached with Tab: <button>never')));
  });
});
