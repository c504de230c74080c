/** Requests completion at the cursor `|` without a connection. */
import assert from 'node:assert/strict';
import type { CompletionItem, CompletionList } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import type { KubernetesFieldsSetting } from '#server/engine/fileSettings.ts';
import type { ServerContext } from '#server/lsp/context.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { languageContextOf } from '#server/lsp/languageContext.ts';
import { Languages } from '#server/lsp/languages.ts';
import { languageModules } from '#server/modules.ts';
import completion from '#server/lsp/capabilities/completion.ts';
import { Observable } from '#server/engine/scheduling/observable.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { noSecondProcess } from '#test/support/lsp/noSecondProcess.ts';

const uri = 'file:///workspace/file.yaml';
export interface Setting {
  readonly release?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly plain?: boolean;
  readonly elsewhere?: boolean;
  readonly kubernetesFields?: KubernetesFieldsSetting;
  /** ID of the object that a kustomization generates from the text, if the text is an env file. */
  readonly env?: string;
}

/** Returns the items that are offered at the cursor. */
export async function itemsAt(marked: string, setting: Setting = {}): Promise<CompletionItem[]> {
  const answer = await answerAt(marked, setting);
  return Array.isArray(answer) ? answer : answer.items;
}

/** Returns the response to a client: a list of items, or a list that is marked as incomplete. */
export async function answerAt(
  marked: string,
  { release, files, plain, elsewhere = false, env, kubernetesFields = 'auto' }: Setting = {},
): Promise<CompletionItem[] | CompletionList> {
  const at = marked.indexOf('|');
  const document = TextDocument.create(
    env === undefined ? uri : 'file:///workspace/a.env',
    'yaml',
    1,
    marked.replace('|', ''),
  );
  const kind = dataObjects.find(({ id }) => id === env);
  const file = new OpenFile(document, () => (kind === undefined ? undefined : { kind }));
  const asked: ((params: unknown) => Promise<CompletionItem[] | CompletionList>)[] = [];
  const state = {
    connection: { onRequest: (_method: string, handler: (typeof asked)[number]) => asked.push(handler) },
    files: { get: () => file },
    settings: {
      for: () =>
        Promise.resolve({
          release: release === undefined ? newestRelease : findRelease(release),
          severities: new Map(),
          kubernetesFields,
        }),
    },
    workspace: {
      facts: () =>
        files === undefined
          ? undefined
          : createWorkspaceSnapshot(
              Object.entries(files).map(([name, text]) => ({ uri: `file:///workspace/${name}`, text })),
            ),
    },
    client: plain === true ? {} : { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    options: { suggestCommand: 'suggest' },
    yamlExtension: new Observable({ active: elsewhere, validates: elsewhere, completes: elsewhere, hovers: elsewhere }),
    regoExtension: new Observable({ active: false }),
    log: (message: string) => assert.fail(message),
  };
  const languages = new Languages(languageModules, languageContextOf(state as never));
  completion.register({ ...state, languages, secondProcess: noSecondProcess } as unknown as ServerContext);
  return (await asked[0]?.({ textDocument: { uri }, position: file.text.positionAt(at) })) ?? assert.fail('no answer');
}

/** Returns the labels of the items that are offered at the cursor. */
export const labels = async (marked: string, setting?: Setting) =>
  (await itemsAt(marked, setting)).map(({ label }) => label);

/** Returns the text after accepting the item with this label. */
export async function taken(marked: string, label: string, setting?: Setting): Promise<string> {
  const item =
    (await itemsAt(marked, setting)).find((each) => each.label === label) ?? assert.fail(`${label} is not offered`);
  const { textEdit } = item;
  assert.ok(textEdit !== undefined && 'range' in textEdit);
  const text = TextDocument.create(uri, 'yaml', 1, marked.replace('|', ''));
  return TextDocument.applyEdits(text, [textEdit]);
}
