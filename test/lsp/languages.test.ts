/** Tests the language server in another language and in English. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { translated } from '../support/repository/translated.ts';
import { Editor } from '../support/lsp/editor.ts';

const uri = 'file:///work/kataconfig.yaml';
const text =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: Debug\n';
const refused = 'Invalid log level "Debug". The Machine Config Operator rejects it, and the log level doesn\'t change.';

describe('server messages', () => {
  for (const language of ['en', 'ja']) {
    test(`appear in language ${language}`, async () => {
      const editor = await Editor.start({ language });
      try {
        await editor.open(uri, text);
        const found = (await editor.diagnostics(uri)).find(({ code }) => code === 'osc/kataconfig-loglevel');
        const message = typeof found?.message === 'string' ? found.message : '';
        assert.ok(message.startsWith(language === 'en' ? refused : translated(refused, language)), message);
      } finally {
        await editor.stop();
      }
    });
  }
});
