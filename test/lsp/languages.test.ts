/** Tests the language server in another language and in English. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { copyBuildWithout, removeBuild } from '../support/repository/incompleteBuild.ts';
import { translated } from '../support/repository/translated.ts';
import { Editor, type EditorOptions } from '../support/lsp/editor.ts';

const uri = 'file:///work/kataconfig.yaml';
const text =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: Debug\n';
const refused =
  'Invalid log level "Debug", so the Machine Config Operator rejects it and the log level doesn\'t change.';

async function findingOf(options: EditorOptions): Promise<string> {
  const editor = await Editor.start(options);
  try {
    await editor.open(uri, text);
    const found = (await editor.diagnostics(uri)).find(({ code }) => code === 'osc/kataconfig-loglevel');
    return typeof found?.message === 'string' ? found.message : '';
  } finally {
    await editor.stop();
  }
}

describe('server messages', () => {
  for (const language of ['en', 'ja']) {
    test(`appear in language ${language}`, async () => {
      const message = await findingOf({ language });
      assert.ok(message.startsWith(language === 'en' ? refused : translated(refused, language)), message);
    });
  }

  test('appear in English if they have no translation', async () => {
    const build = copyBuildWithout([refused], 'ja');
    try {
      const message = await findingOf({ language: 'ja', build });
      assert.ok(message.startsWith(refused), message);
    } finally {
      removeBuild(build);
    }
  });
});
