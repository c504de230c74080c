/** Tests that the hover at a finding links to the documentation of its rule, in a plain editor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Hover, Range } from 'vscode-languageserver';
import { Editor } from '../support/lsp/editor.ts';

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\n';
const span = ({ start, end }: Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;

for (const release of ['1.12', '1.8'] as const) {
  describe(`hover at a finding for OSC ${release}`, () => {
    let editor: Editor;
    before(async () => (editor = await Editor.start({ initializationOptions: { release } })));
    afterEach(() => editor.closeAll());
    after(async () => {
      assert.equal(await editor.stop(), 0, 'exit code');
      assert.deepEqual(editor.logged, []);
    });
    /** Returns the Markdown and the range of the hover at a word, after the findings of the file are published. */
    const hoverAt = async (name: string, text: string, word: string) => {
      const uri = `file:///nowhere/${name}`;
      await editor.open(uri, text);
      await editor.diagnostics(uri);
      const hover = await editor.request<Hover | null>('textDocument/hover', {
        textDocument: { uri },
        position: editor.document(uri).positionAt(text.lastIndexOf(word) + 1),
      });
      const { contents } = hover ?? {};
      const value = typeof contents === 'object' && 'value' in contents ? contents.value : '';
      return { value, range: hover?.range };
    };

    test('adds the link to an explanation', async () => {
      const { value } = await hoverAt('a.yaml', `${head}spec:\n  logLevel: verbose\n`, 'verbose');
      const page =
        release === '1.12'
          ? /\[OSC 1\.12, 6\.3 [^\]]*\]\(https:\/\/docs\.redhat\.com\/[^)]*\/1\.12\/[^)]*\)/
          : /\[OSC 1\.8, 11\.2 [^\]]*\]\(https:\/\/docs\.redhat\.com\/[^)]*\/1\.8\/html\/user_guide\/collecting-log-data\)/;
      assert.match(value, /CRI-O/);
      assert.match(value, page);
    });

    test('consists of the link if there is no explanation', async () => {
      const { value, range } = await hoverAt('b.yaml', `${head}spec:\n  toString: 1\n`, 'toString');
      assert.match(value, /^\*\*Documentation:\*\* \[OSC [^\]]+\]\(https:\/\/docs\.redhat\.com\/[^)\s]+\)$/);
      assert.equal(range === undefined ? '' : span(range), '5:2-5:10');
    });

    test('leads to upstream code at its commit', async () => {
      const { value } = await hoverAt(
        'c.rego',
        'package agent_policy\n\ndefault ExecProcessRequest := false\ndefault ExecProcessRequest := false\n',
        'ExecProcessRequest',
      );
      assert.match(
        value,
        /\*\*Source:\*\* \[[^\]]+\]\(https:\/\/github\.com\/microsoft\/regorus\/blob\/cabd0866\/[^)]+\)/,
      );
    });

    test('contains each page once', async () => {
      const { value } = await hoverAt('d.yaml', `${head}spec:\n  logLevel: verbose\n`, 'logLevel');
      const pages = [...value.matchAll(/\((https:[^)]+)\)/g)].map(([, page]) => page);
      assert.equal(new Set(pages).size, pages.length, value);
    });

    test("doesn't exist where nothing is found", async () => {
      const { value } = await hoverAt('e.yaml', 'apiVersion: v1\nkind: Service\nspec: {}\n', 'Service');
      assert.equal(value, '');
    });
  });
}
