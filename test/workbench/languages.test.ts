/** The product in other languages, in a real VS Code: what is checked, the tree, a page. OSC_UPDATE_IMAGES=1 takes the pictures anew. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { languages } from '../../server/src/language.ts';
import { manifestString, translated } from '../support/translated.ts';
import { appears } from '../support/workbench/appears.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { picturesWanted, takePicture } from '../support/workbench/pictures.ts';
import { useSession } from '../support/workbench/session.ts';
import { playIn } from '../support/workbench/speaking.ts';
import { ClusterTreeView, dressed } from '../support/workbench/tree.ts';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';

const others = languages.slice(1);
/** Time is short where all tests run: one whose name VS Code and others write differently, and one with long words. web.test.ts plays Korean, test/lsp Japanese. */
const played = picturesWanted([]) ? others : (['zh-cn', 'fr'] as const);
const clusters = useClusters();
const session = useSession(() => ({ languages: others, env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const kataConfig = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  logLevel: Debug\n';
const refused = 'The MachineConfigOperator refuses the log level "Debug", and the level does not change.';
const policy = 'package agent_policy\n\ndefault ExecProcessRequest := false\ndefault CreateContainerRequest := true\ndefault ReadStreamRequest := true\n';

/** A finding says what will happen, in the language: under the pointer. */
async function explainsFinding({ editor, page }: Workbench, language: string): Promise<void> {
  const hover = await editor.hover('Debug', 'logLevel: Debug');
  await hover.filter({ hasText: translated(refused, language) }).waitFor();
  await takePicture(page, `languages/${language}-editor`, { x: 0, y: 0, width: 1280, height: 520 });
  await page.keyboard.press('Escape');
}

/** The tree of a cluster that has kata, with its nodes. */
async function showsCluster({ page }: Workbench, language: string): Promise<void> {
  const container = manifestString('container.osc', language);
  await page.locator(`.part.activitybar .action-item .action-label[aria-label^="${container}"]`).click({ timeout: startUp });
  const tree = new ClusterTreeView(page);
  await tree.rows.first().waitFor({ timeout: startUp });
  await tree.press('kube-admin');
  await tree.row(translated('Runtime classes', language)).waitFor();
  const bar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(bar !== null);
  await page.mouse.move(bar.x + bar.width, 300);
  await page.mouse.down();
  await page.mouse.move(bar.x + 620, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(1000, 700);
  await takePicture(page, `languages/${language}-cluster`, { x: 0, y: 0, width: 760, height: 560 });
}

/** The tour, whose texts come from the manifest. */
async function showsTour(workbench: Workbench, language: string): Promise<void> {
  const tour = workbench.page.locator('.gettingStartedContainer', { hasText: manifestString('tour', language) });
  // VS Code learns of tours after it was first asked for one, and until then shows its own.
  for (let attempt = 1; ; attempt++) {
    await workbench.runCommand(manifestString('command.osc.tour.open', language));
    if (await appears(tour, 6000)) break;
    if (attempt === 8) throw new Error('the tour does not open');
  }
  await workbench.page.locator('.gettingStartedContainer', { hasText: manifestString('tour.demo', language) }).waitFor();
}

/** A page: it reaches no file of strings, and has its own. */
async function showsTable(workbench: Workbench, language: string): Promise<void> {
  await workbench.openFile('policy.rego');
  await workbench.checked();
  await workbench.runCommand(manifestString('command.osc.policy.showTable', language));
  const page = workbench.webview();
  await page.locator('caption', { hasText: translated('What the policy makes of every request', language) }).waitFor({ state: 'attached' });
  assert.equal((await page.locator('html').getAttribute('lang'))?.toLowerCase(), language);
  await page.locator('tbody tr').first().waitFor();
  await takePicture(workbench.page, `languages/${language}-policy`);
}

describe('in another language', { timeout: 900_000 }, () => {
  before(() => clusters.start('two-workers-installed'));

  for (const language of played) {
    test(language, async () => {
      const files = { ...dressed.files, 'kataconfig.yaml': kataConfig, 'policy.rego': policy };
      await playIn(session(), language, `language ${language}`, { files, open: 'kataconfig.yaml' }, async (workbench) => {
        await workbench.checked();
        await explainsFinding(workbench, language);
        await showsCluster(workbench, language);
        // Pages and the tour come by the same ways in every language: one is played, the others when pictures are taken.
        if (language !== 'fr' && !picturesWanted([])) return;
        await showsTable(workbench, language);
        await showsTour(workbench, language);
      });
    });
  }
});
