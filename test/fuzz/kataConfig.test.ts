/**
 * Tests randomly edited configuration files of Kata: the server parses, checks, completes, and explains them, positions
 * are within the text, and hostile texts take linear time.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { checkEmbeddedKataConfigs, checkKataConfigText } from '#server/kataConfig/check.ts';
import { parseKataConfig } from '#server/kataConfig/document.ts';
import { kataConfigCompletionsAt } from '#server/kataConfig/lsp/completion.ts';
import { kataConfigHoverAt } from '#server/kataConfig/lsp/hover.ts';
import { contextOf } from '#server/kataConfig/neighbors.ts';
import { editedText } from '../support/randomInput/editedText.ts';
import { random } from '../support/randomInput/random.ts';
import { assertProportional, shortened } from '../support/performance/growth.ts';

const seeds: readonly [string, ...string[]] = [
  '[hypervisor.qemu]\ndefault_memory = 2048\nenable_annotations = ["kernel_params", ".*"]\nrootless_user = { uid = 1 }\n[agent.kata]\nkernel_modules = []\n[runtime]\nsandbox_cgroup_only = "yes"\n',
  '[runtime]\nname = "virt_container"\nhypervisor_name = "remote"\n[hypervisor.remote.factory]\nvm_cache_number = 1\n[agent.@PROJECT_TYPE@]\ndial_timeout = @X@\n',
];
const pieces: readonly [string, ...string[]] = [
  '[',
  ']',
  '[[',
  '{',
  '}',
  '=',
  '"',
  "'",
  '"""',
  '\n',
  '\r\n',
  '#',
  '@A@',
  '.',
  '\\',
  '%',
  '😀',
  '[hypervisor.qemu]\n',
  'factory',
  'mem_agent',
  'hypervisor_name = "qemu"\n',
  '-1',
  '1979-05-27',
  '0x',
];
const environment = {
  release: newestRelease,
  severities: new Map(),
  workspace: undefined,
  onError: (message: string) => assert.fail(message),
};

describe('edited configuration files of Kata', () => {
  test('have findings, completion, and hovers within the text', () => {
    const chance = random(261_129);
    for (let round = 0; round < 400; round += 1) {
      const text = editedText(chance.pick(seeds), chance, { pieces, seeds, most: 4000 });
      const name = ['configuration.toml', 'config.d/a.toml', 'configuration.toml.in'][round % 3] ?? '';
      for (const { start, end, message } of checkKataConfigText(text, name, environment)) {
        assert.ok(0 <= start && start <= end && end <= text.length, text);
        assert.doesNotMatch(message, /[\n`]/);
      }
      const offset = chance.below(text.length + 1);
      const context = contextOf(name, parseKataConfig(text, name.endsWith('.in')), []);
      for (const { span } of kataConfigCompletionsAt(text, offset, ['go', 'rust']))
        assert.ok(0 <= span.start && span.start <= span.end && span.end <= text.length, text);
      const hover = kataConfigHoverAt(context, offset);
      if (hover !== undefined) assert.ok(hover.start <= offset && offset <= hover.end, text);
      for (const source of [
        `data:,${encodeURIComponent(Buffer.from(text).toString())}`,
        `data:;base64,${Buffer.from(text).toString('base64')}`,
      ]) {
        const yaml = `kind: MachineConfig\nspec:\n  config:\n    storage:\n      files:\n        - path: /etc/kata-containers/${name}\n          contents:\n            source: ${source}\n`;
        for (const { start, end } of checkEmbeddedKataConfigs(readDocuments(yaml), environment))
          assert.ok(0 <= start && start <= end && end <= yaml.length, yaml);
      }
    }
  });

  test('take time in proportion to their length', async () => {
    for (const piece of [
      '[a]\n',
      'a = 1\n',
      '"',
      "'",
      '@A@',
      '[',
      'a.',
      '# @A@\n',
      '[[a]]\n',
      'a = { b = ',
      '= "',
      '\n=',
    ]) {
      const text = `[hypervisor.qemu]\na = ${piece.repeat(20_000)}`;
      await assertProportional(
        (part) => checkKataConfigText(shortened(text, part), 'configuration.toml.in', environment),
        JSON.stringify(piece),
      );
    }
  });
});
