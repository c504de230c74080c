import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogOutputChannel } from 'vscode';
import { redactedChannel } from '#client/vscode/redactedChannel.ts';

const secret = `sha256~${'A1b2-C3d4_'.repeat(4)}`;

describe('redacted output channel', () => {
  const written: string[] = [];
  const write = (...parts: unknown[]) => {
    written.push(parts.map(String).join(' '));
  };
  const inner: LogOutputChannel = {
    name: 'inner',
    get logLevel(): never {
      throw new Error('nobody asks for it here');
    },
    onDidChangeLogLevel: () => ({ dispose: () => undefined }),
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
    append: write,
    appendLine: write,
    replace: write,
    clear: () => undefined,
    show: write,
    hide: () => undefined,
    dispose: () => undefined,
  };
  const channel = redactedChannel(inner);

  const ways: Readonly<Record<string, () => void>> = {
    trace: () => channel.trace(`a ${secret}`, { token: secret }),
    debug: () => channel.debug(`a ${secret}`, [secret]),
    info: () => channel.info(`a ${secret}`, secret),
    warn: () => channel.warn(`a ${secret}`),
    error: () => channel.error(new Error(`a ${secret}`), new Error(secret)),
    append: () => channel.append(`a ${secret}`),
    appendLine: () => channel.appendLine(`a ${secret}`),
    replace: () => channel.replace(`a ${secret}`),
  };
  for (const [name, way] of Object.entries(ways)) {
    test(`redacts secrets in ${name}`, () => {
      written.length = 0;
      way();
      assert.equal(written.length, 1);
      assert.match(written[0] ?? '', /a \*\*\*/);
      assert.doesNotMatch(written[0] ?? '', /sha256~/);
    });
  }

  test('passes on the option that preserves the focus', () => {
    written.length = 0;
    channel.show(true);
    channel.show(undefined, true);
    assert.deepEqual(written, ['true', 'true']);
  });
});
