/**
 * Tests the whole server over stdio with random valid and invalid messages: it responds to each request, and still runs
 * without error output at the end.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Editor } from '../support/lsp/editor.ts';
import { random } from '../support/randomInput/random.ts';
import { slowness } from '../support/performance/slowness.ts';
import { stopwatchOf } from '../support/performance/stopwatch.ts';
import { corpus, mutate } from './mutate.ts';

const steps = 3000;

test(`server responds to ${steps} random messages and then exits normally`, async (context) => {
  const chance = random(5);
  const texts = corpus();
  const editor = await Editor.start({ initializationOptions: { rules: { 'kataconfig-reboot': 'off' } } });
  const uris = ['file:///f/a.yaml', 'file:///f/b.yaml', 'untitled:c'] as const;
  for (const uri of uris) await editor.open(uri, chance.pick(texts));
  const pending: Promise<unknown>[] = [];
  let slowest = 0;
  const ask = (method: string, params: unknown) => {
    const spent = stopwatchOf(editor.process);
    // An error is a response too. If the server has exited, the connection is disposed and the request also rejects,
    // but the checks at the end of this test fail.
    const answer = editor.request(method, params).catch((error: unknown) => assert.ok(error instanceof Error));
    pending.push(answer.then(() => (slowest = Math.max(slowest, spent()))));
  };
  for (let step = 0; step < steps; step += 1) {
    const uri = chance.pick(uris);
    const document = editor.document(uri);
    const at = () => document.positionAt(chance.below(document.getText().length + 1));
    const odd = () => chance.pick([null, -1, 1e9, 'x', {}, [], undefined, 0.5, { line: null }]);
    const position = () => (chance.chance(0.05) ? odd() : at());
    const textDocument = chance.chance(0.05) ? odd() : { uri: chance.chance(0.05) ? 'file:///nope' : uri };
    const position1 = position();
    switch (chance.below(9)) {
      case 0:
      case 1:
      case 2: {
        const text = document.getText();
        if (text.length > 5000) await editor.change(uri, { text: chance.pick(texts) });
        else {
          const edit = mutate(text, texts, chance);
          await editor.change(uri, {
            range: { start: document.positionAt(edit.start), end: document.positionAt(edit.end) },
            text: edit.text,
          });
        }
        break;
      }
      case 3:
        ask(`textDocument/${chance.pick(['hover', 'definition', 'references', 'prepareRename', 'rename'])}`, {
          textDocument,
          position: position1,
          context: chance.chance(0.1) ? odd() : { includeDeclaration: true },
          newName: chance.chance(0.2) ? odd() : chance.pick(['a', 'example.com/kata', 'no key']),
        });
        break;
      case 4:
        ask('textDocument/completion', { textDocument, position: position1 });
        break;
      case 5:
        ask('textDocument/codeAction', {
          textDocument,
          range: { start: position1, end: position() },
          context: chance.chance(0.1) ? odd() : { diagnostics: [] },
        });
        break;
      case 6:
        ask(
          `textDocument/${chance.pick(['documentSymbol', 'foldingRange', 'documentLink', 'codeLens', 'inlayHint', 'nope'])}`,
          {
            textDocument,
            range: { start: position1, end: position() },
          },
        );
        break;
      case 7:
        ask('workspace/executeCommand', {
          command: chance.pick(['osc.rule.openPage.file', 'nope']),
          arguments: chance.chance(0.5) ? [odd()] : ['kataconfig-loglevel'],
        });
        break;
      default:
        await editor.notify(
          chance.pick([
            'workspace/didChangeConfiguration',
            'workspace/didChangeWatchedFiles',
            'osc/yamlExtension',
            'textDocument/didSave',
            '$/nope',
          ]),
          chance.pick<unknown>([
            {},
            { settings: { release: '1.8' } },
            { changes: [{ uri }] },
            { changes: 7 },
            { hovers: true },
            { active: 'x' },
          ]),
        );
    }
    // Waits after every 20 messages, to measure the responses and not the queue.
    if (step % 20 === 19) await Promise.all(pending.splice(0));
  }
  await Promise.all(pending);
  await editor.notify('workspace/didChangeConfiguration', { settings: { release: '1.12' } });
  await editor.notify('osc/yamlExtension', {});
  const uri = uris[0];
  await editor.change(uri, {
    text: 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata: {name: a}\nspec: {logLevel: Debug}\n',
  });
  assert.ok((await editor.diagnostics(uri)).some(({ code }) => code === 'osc/kataconfig-loglevel'));
  assert.equal(await editor.stop(), 0);
  assert.equal(editor.stderr, '');
  assert.ok(slowest < 1000 * slowness(), `${slowest.toFixed(0)} ms`);
  context.diagnostic(`slowest answer ${slowest.toFixed(0)} ms`);
});
