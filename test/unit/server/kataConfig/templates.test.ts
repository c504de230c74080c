/**
 * Tests the keys of Kata's own configuration files. The files aren't part of this repository. The expectations are in
 * the README of their folder.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { findKataConfigKey } from '#core/kata/configuration.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { conformanceFolder } from '#scripts/conformance/conformanceCases.ts';
import { parseKataConfig } from '#server/kataConfig/document.ts';

const folder = path.join(conformanceFolder() ?? '', 'newer/kata-config');
const read = (name: string): string | undefined => {
  try {
    return readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
};
const files = {
  go: { text: read('go-qemu-4.1.0.toml.in'), name: 'configuration-qemu.toml.in' },
  rust: { text: read('rs-remote-4.1.0.toml.in'), name: 'runtime-rs/configuration-remote.toml.in' },
};
const skip = files.go.text === undefined || files.rust.text === undefined ? 'the files of Kata are missing' : false;
const { go, rust } = { go: files.go.text ?? '', rust: files.rust.text ?? '' };

describe('the configuration files of Kata', { skip }, () => {
  const tablesOf = (text: string) => {
    const counts: Record<string, number> = {};
    for (const { table, kind } of parseKataConfig(text, true).settings)
      if (kind !== 'table') counts[table] = (counts[table] ?? 0) + 1;
    return counts;
  };
  test('have the expected number of keys', () => {
    assert.deepEqual(tablesOf(go), { hypervisor: 71, factory: 4, agent: 6, runtime: 22 });
    assert.deepEqual(tablesOf(rust), { hypervisor: 14, agent: 6, runtime: 18 });
  });

  test('have only known keys', () => {
    for (const text of [go, rust])
      for (const { table, name } of parseKataConfig(text, true).settings)
        assert.ok(findKataConfigKey(table, name), `${table} ${name}`);
  });

  test('have no finding for the Go runtime', async () =>
    assert.deepEqual(await check(go, { language: 'toml', fileName: files.go.name }), []));

  test('have information about two keys for runtime-rs', async () => {
    const found = await check(rust, { language: 'toml', fileName: files.rust.name });
    assert.deepEqual(
      found.map(({ rule, severity, line, column, length }) => [
        rule,
        severity,
        rust.split('\n')[line]?.slice(column, column + length),
      ]),
      [
        ['osc/kata-config-runtime', 'info', 'remote_hypervisor_socket'],
        ['osc/kata-config-runtime', 'info', 'remote_hypervisor_timeout'],
      ],
    );
  });

  test('suggest the right name for a typo in at least 95% of the keys', async () => {
    let right = 0;
    let all = 0;
    for (const { text, name: fileName } of [
      { text: go, name: files.go.name },
      { text: rust, name: files.rust.name },
    ]) {
      for (const [index, { name, key, kind }] of parseKataConfig(text, true).settings.entries()) {
        if (kind === 'table') continue;
        all += 1;
        const slipped = slip(name, index);
        const changed = `${text.slice(0, key.start)}${slipped}${text.slice(key.end)}`;
        const found = await check(changed, { language: 'toml', fileName });
        const [first] = found.filter(({ message }) => message.includes(`"${slipped}"`));
        assert.ok(first, `${slipped} isn't reported`);
        if (first.message.includes(`"${name}"`)) right += 1;
      }
    }
    assert.equal(all, 141);
    assert.ok(right / all >= 0.95, `${right} of ${all}`);
  });
});

/** Changes one character of a name: swaps two, drops one, doubles one, or replaces one. */
function slip(name: string, index: number): string {
  const at = 1 + (index % (name.length - 2));
  const [before, here, next, after] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)];
  switch (index % 4) {
    case 0:
      return here === next ? `${before}x${next}${after}` : `${before}${next}${here}${after}`;
    case 1:
      return `${before}${next}${after}`;
    case 2:
      return `${before}${here}${here}${next}${after}`;
    default:
      return `${before}${here === 'x' ? 'z' : 'x'}${next}${after}`;
  }
}
