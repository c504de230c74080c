import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isPasteInto } from '#client/vscode/prompts/isPasteInto.ts';
import { readClipboard } from '#client/vscode/prompts/readClipboard.ts';
import { denialText } from '#client/policy/replay/denialText.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('source of a text', () => {
  test('is the clipboard only after the user has selected it', () => {
    const readers = globSync('client/src/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('clipboard.readText'),
    );
    assert.deepEqual(readers, ['client/src/vscode/prompts/askForText.ts']);
  });

  test('is a document as soon as the user has pasted into it', () => {
    assert.ok(isPasteInto('{Failed, [Balance]}', [{ text: '{Failed, [Balance]}' }]));
    assert.ok(isPasteInto('kind: KataConfig\nstatus: {}\n', [{ text: 'kind: KataConfig\r\nstatus: {}\r\n' }]));
  });

  test('is not a document while the user types', () => {
    assert.ok(!isPasteInto('k', [{ text: 'k' }]));
    assert.ok(!isPasteInto('{}', [{ text: '{}' }]));
    assert.ok(!isPasteInto('kind: KataConfig', [{ text: 'KataConfig' }]));
    assert.ok(!isPasteInto('', [{ text: '' }]));
  });
});

describe('copied text', () => {
  test('is confirmed in the status bar, because every command copies through one function', () => {
    const writers = globSync('client/src/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(path.join(root, file), 'utf8').includes('clipboard.writeText'),
    );
    assert.deepEqual(writers, ['client/src/vscode/copyText.ts']);
    assert.match(
      readFileSync(path.join(root, 'client/src/vscode/copyText.ts'), 'utf8'),
      /await env\.clipboard\.writeText\(text\);\n +window\.setStatusBarMessage\(message, /,
    );
  });
});

describe('clipboard', () => {
  const refused = () => {
    let respond: (text: string) => void = () => undefined;
    const response = new Promise<string>((resolve) => {
      respond = resolve;
    });
    return { read: () => response, respond };
  };

  test('is read without asking for another source', async () => {
    const clock = new ManualClock();
    const found = await readClipboard({
      read: () => Promise.resolve('{Failed}'),
      askInstead: () => assert.fail('asked'),
      clock,
    });
    assert.deepEqual([found, clock.waiting], [{ copied: '{Failed}' }, 0]);
  });

  test('is replaced by another source if it is empty or fails', async () => {
    const clock = new ManualClock();
    for (const read of [() => Promise.resolve(' \n'), () => Promise.reject(new Error('denied'))])
      assert.deepEqual(await readClipboard({ read, askInstead: () => Promise.resolve('pasted'), clock }), {
        instead: 'pasted',
      });
  });

  test('is replaced by another source while VS Code shows its own error', async () => {
    const clock = new ManualClock();
    const { read } = refused();
    const found = readClipboard({ read, askInstead: () => Promise.resolve('pasted'), clock });
    await clock.pass(2000);
    assert.deepEqual(await found, { instead: 'pasted' });
  });

  test('is used if the user grants access late, or else the other source', async () => {
    for (const [text, expected] of [
      ['copied', { copied: 'copied' }],
      ['', { instead: 'pasted' }],
    ] as const) {
      const clock = new ManualClock();
      const { read, respond } = refused();
      let paste: (text: string) => void = () => undefined;
      let asked: AbortSignal | undefined;
      const askInstead = (signal: AbortSignal): Promise<string> => {
        asked = signal;
        return new Promise((resolve) => {
          paste = resolve;
        });
      };
      const found = readClipboard({ read, askInstead, clock });
      await clock.pass(2000);
      respond(text);
      await clock.pass(0);
      assert.equal(asked?.aborted, text !== '');
      paste('pasted');
      assert.deepEqual(await found, expected);
    }
  });
});

describe('message of a denial', () => {
  test('is one line even if it was copied with line breaks', () => {
    assert.equal(
      denialText('"CreateContainerRequest is blocked\n  by policy"'),
      '"CreateContainerRequest is blocked by policy"',
    );
    assert.equal(
      denialText('  "ReadStreamRequest is blocked by policy:\n   no rule"\n'),
      '"ReadStreamRequest is blocked by policy: no rule"',
    );
  });

  test('stays one of several lines of a log', () => {
    const log = 'a ReadStreamRequest is blocked by policy\nb ExecProcessRequest is blocked by policy\n';
    assert.equal(denialText(log), log);
    const long = `${'line of a log\n'.repeat(500)}ReadStreamRequest is blocked by policy\n`;
    assert.equal(denialText(long), long);
  });

  test('is undefined for a text without a denial', () => assert.equal(denialText('the pod is running'), undefined));
});
