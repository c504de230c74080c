/** Tests how the names in templates of Kata's configuration files are replaced. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceTemplateNames } from '#server/kataConfig/template.ts';

test('names become strings after an equals sign on the same line, and parts of keys elsewhere', () => {
  const template = [
    '[hypervisor.@HYPERVISOR@]',
    'path = @QEMUPATH@',
    '@KEY@ = "in @STRING@"',
    'list = [@A@, @B@]',
    '@C@',
    'last = @D@',
  ];
  const { text, names } = replaceTemplateNames(template.join('\n'));
  assert.deepEqual(text.split('\n'), [
    '[hypervisor._HYPERVISOR_]',
    'path = "________"',
    '_KEY_ = "in @STRING@"',
    'list = ["_", "_"]',
    '_C_',
    'last = "_"',
  ]);
  assert.equal(names.length, 8);
});
