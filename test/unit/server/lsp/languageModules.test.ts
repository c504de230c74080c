/**
 * Tests that a language that exists only in this test reaches clients over LSP. Adding a language means adding one
 * module to the list.
 */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CompletionItem,
  type Hover,
  type Location,
  type MessageConnection,
  type InitializeResult,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import type { RuleInfo } from '#server/engine/findings/rule.ts';
import type { LanguageModule, LanguageService } from '#server/engine/languageModule.ts';
import { startServer } from '#server/lsp/server.ts';
import { FileSelection } from '#server/engine/workspace/fileSelection.ts';
import { connectStreams } from '#test/support/lsp/connectStreams.ts';
import { triggerCharacters } from '#server/triggerCharacters.ts';
import { languageModules } from '#server/modules.ts';

const rule: RuleInfo = {
  id: 'tale-dragon',
  title: () => 'A dragon',
  severity: 'warning',
  appliesTo: ['Tale'],
  why: () => 'Dragons breathe fire.',
  source: ['this test'],
  examples: () => [{ avoid: 'dragon', prefer: 'sheep' }],
};

const service: LanguageService = {
  check: (file) =>
    Array.from(file.text.getText().matchAll(/dragon/g), ({ index }) => ({
      rule,
      severity: rule.severity,
      message: 'Here is a dragon.',
      start: index,
      end: index + 'dragon'.length,
      fixes: [],
      related: [],
    })),
  completion: () => [{ label: 'sheep' }],
  hover: (_file, _position, { cluster }) => ({ contents: `Once upon a time in ${cluster?.name ?? 'no cluster'}.` }),
  definition: () => {
    throw new Error('on purpose');
  },
  requests: { 'tale/end': (params) => ({ words: 'happily ever after', params }) },
};

let loaded = 0;
const tales: LanguageModule = {
  id: 'tale',
  owns: ({ uri }) => uri.endsWith('.tale'),
  load() {
    loaded += 1;
    return Promise.resolve(service);
  },
  files: { extensions: ['tale'], owns: (text) => text.startsWith('Once') },
  diagnosticSource: 'tales',
  requests: ['tale/end'],
};
const taleTriggers = { completion: ['~', ' '], signatureHelp: ['<'] };
const storytellers: LanguageModule = {
  id: 'storyteller',
  owns: tales.owns,
  load: () => Promise.resolve({ hover: () => null, definition: () => [] }),
};

const uri = 'file:///book/a.tale';
const position = { line: 0, character: 1 };

/** Connects to a server with these languages and collects the diagnostics that it publishes. */
async function connect(modules: readonly LanguageModule[]) {
  const [there, back] = [new PassThrough(), new PassThrough()];
  startServer(connectStreams(there, back), {
    triggers: [taleTriggers, ...triggerCharacters],
    load: () => Promise.resolve(modules),
  });
  const connection = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  const published = new Map<string, (params: PublishDiagnosticsParams) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) =>
    published.get(params.uri)?.(params),
  );
  const logged: string[] = [];
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void logged.push(message));
  connection.listen();
  const { capabilities } = await connection.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  await connection.sendNotification('initialized', {});
  const open = async (file: string, languageId: string, text: string) => {
    const come = new Promise<PublishDiagnosticsParams>((resolve) => published.set(file, resolve));
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: file, languageId, version: 1, text },
    });
    return come;
  };
  return { connection, capabilities, logged, open };
}

describe('an additional language module', () => {
  let connection: MessageConnection;
  let logged: readonly string[];
  let open: Awaited<ReturnType<typeof connect>>['open'];
  const ask = <Of>(method: string, params: object = {}): Promise<Of> =>
    connection.sendRequest(method, { textDocument: { uri }, position, ...params });
  before(async () => {
    ({ connection, logged, open } = await connect([tales, storytellers, ...languageModules]));
  });
  after(() => connection.dispose());

  test("isn't loaded for a file that it doesn't own", async () => {
    const text =
      'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: dragon\nspec:\n  logLevel: Debug\n';
    const { diagnostics } = await open('file:///book/a.yaml', 'yaml', text);
    assert.ok(diagnostics.some(({ code }) => code === 'osc/kataconfig-loglevel'));
    assert.equal(loaded, 0);
  });

  test('reports its diagnostics', async () => {
    const { diagnostics } = await open(uri, 'tale', 'a dragon\n');
    assert.deepEqual(
      diagnostics.map(({ code, source, message, range }) => [code, source, message, range.start.character]),
      [['osc/tale-dragon', 'tales', 'Here is a dragon.', 2]],
    );
  });

  test('offers completions', async () => {
    assert.deepEqual(
      (await ask<CompletionItem[]>('textDocument/completion')).map(({ label }) => label),
      ['sheep'],
    );
  });

  test('responds before the modules that are later in the list', async () => {
    assert.equal((await ask<Hover | null>('textDocument/hover'))?.contents, 'Once upon a time in no cluster.');
  });

  test('is reported and skipped if it fails', async () => {
    assert.deepEqual(await ask<Location[]>('textDocument/definition'), []);
    assert.match(logged.join('\n'), /a\.tale: Error: on purpose/);
  });

  test('handles its own requests', async () => {
    assert.deepEqual(await connection.sendRequest('tale/end', { page: 7 }), {
      words: 'happily ever after',
      params: { page: 7 },
    });
  });
});

test('modules that own the same file report their findings together, sorted by position', async () => {
  const knight: LanguageModule = {
    id: 'knight',
    owns: tales.owns,
    load: () =>
      Promise.resolve({
        check: () => [
          { rule, severity: 'error', message: 'A knight comes first.', start: 0, end: 1, fixes: [], related: [] },
        ],
      }),
  };
  const { connection, open } = await connect([tales, knight]);
  const { diagnostics } = await open(uri, 'tale', 'a dragon\n');
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    ['A knight comes first.', 'Here is a dragon.'],
  );
  connection.dispose();
});

test('a server announces the trigger characters of every module, each once', async () => {
  const { connection, capabilities } = await connect([tales, ...languageModules]);
  assert.deepEqual(capabilities.completionProvider?.triggerCharacters?.toSorted(), [' ', '"', '.', ':', '=', '[', '~']);
  assert.deepEqual(capabilities.signatureHelpProvider?.triggerCharacters, ['<', '(']);
  connection.dispose();
});

test('a folder check includes the files of every module', () => {
  const selection = new FileSelection([tales, ...languageModules]);
  assert.ok(selection.isChecked('/book/A.TALE', 'Once upon a time'));
  assert.ok(!selection.isChecked('/book/a.tale', 'Never'));
  assert.ok(selection.mayBeChecked('/book/a.tale'));
  assert.ok(!selection.mayBeChecked('/book/a.txt'));
  assert.equal(selection.globWithout(['yaml', 'yml']), '**/*.{tale,promql,json,toml,in,rego,sh,bash,md,markdown}');
});

test('every module has its own name', () => {
  assert.equal(new Set(languageModules.map(({ id }) => id)).size, languageModules.length);
});
