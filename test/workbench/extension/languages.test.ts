/**
 * Tests findings, the Clusters view, a page, and the walkthrough in another language. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { languages } from '#server/l10n/locale.ts';
import { manifestString, translated } from '#test/support/repository/translated.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { PolicyTablePage } from '#test/support/workbench/pages/policyTablePage.ts';
import { picturesWanted, takePicture } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

/**
 * Languages to test: all if the pictures are updated. Otherwise, one is enough to check that VS Code finds the
 * translations: the one whose language code contains a region. web.test.ts tests Korean, and test/lsp and test/cli test
 * Japanese and French.
 */
const played = picturesWanted([]) ? languages.slice(1) : (['zh-cn'] as const);

const files = {
  'kataconfig.yaml':
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  logLevel: Debug\n',
  'policy.rego':
    'package agent_policy\n\ndefault ExecProcessRequest := false\ndefault CreateContainerRequest := true\ndefault ReadStreamRequest := true\n',
};
const refused =
  'Invalid log level "Debug", so the Machine Config Operator rejects it and the log level doesn\'t change.';

async function showsFinding({ editor, page }: Workbench, language: string): Promise<void> {
  await editor.hover('Debug', 'logLevel: Debug');
  await editor.hoverShows(translated(refused, language));
  await takePicture(page, `languages/${language}-editor`, { x: 0, y: 0, width: 1280, height: 520 });
  await editor.escape();
}

async function showsCluster({ page, tree }: Workbench, language: string): Promise<void> {
  await tree.open(manifestString('container.osc', language));
  await tree.click('kube-admin', translated('Not open', language));
  await tree.showsRow('kube-admin', translated('Connected', language));
  await tree.shows(new RegExp(translated('Expand to list', language)));
  await tree.widen(620);
  await takePicture(page, `languages/${language}-cluster`, { x: 0, y: 0, width: 760, height: 560 });
}

/** Checks a page whose script contains its translations, because a webview can't read files. */
async function showsPage(workbench: Workbench, language: string): Promise<void> {
  await workbench.openFile('policy.rego');
  await workbench.isChecked();
  await workbench.run(manifestString('command.osc.policy.showTable', language));
  const table = new PolicyTablePage(workbench.page);
  await table.hasRows();
  await table.hasCaption(translated('Policy verdict for every request', language));
  assert.equal((await table.language()).toLowerCase(), language);
  await takePicture(workbench.page, `languages/${language}-policy`);
}

async function showsWalkthrough(workbench: Workbench, language: string): Promise<void> {
  await workbench.run(manifestString('command.osc.tour.open', language));
  await workbench.walkthrough.shows(manifestString('tour', language));
  await workbench.walkthrough.shows(manifestString('tour.demo', language));
}

describe('the extension in another language', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  before(() => clusters.start('two-workers-installed'));

  for (const language of played) {
    test(`shows text in ${language}`, () =>
      session().window(`language ${language}`, { files, open: 'kataconfig.yaml', language }, async (workbench) => {
        await workbench.isChecked();
        await showsFinding(workbench, language);
        await showsCluster(workbench, language);
        await showsPage(workbench, language);
        await showsWalkthrough(workbench, language);
      }));
  }
});
