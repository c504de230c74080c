/** Tests completion and hovers in initdata documents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';
import { parseInitdata } from '#server/initdata/document.ts';
import { computeInitdataDigest } from '#server/initdata/digest.ts';
import { tomlCompletionsAt } from '#server/initdata/lsp/completion.ts';
import { tomlHoverAt } from '#server/initdata/lsp/hover.ts';

const offered = (written: string) => tomlCompletionsAt(written.replace('¦', ''), written.indexOf('¦'), newestRelease);
const labels = (written: string): string[] => offered(written).map(({ label }) => label);
const taken = (written: string, label: string): string => {
  const text = written.replace('¦', '');
  const item = offered(written).find((one) => one.label === label);
  assert.ok(item !== undefined, `${label} is not offered`);
  return text.slice(0, item.span.start) + withoutPlaceholders(item.snippet) + text.slice(item.span.end);
};
const hover = (written: string): string | undefined => {
  const text = written.replace('¦', '');
  return tomlHoverAt(text, parseInitdata(text), written.indexOf('¦'))?.markdown;
};
const whole = `algorithm = "sha384"\nversion = "0.1.0"\n\n[data]\n"aa.toml" = '''\n[token_configs.kbs]\nurl = "http://a:1"\n'''\n"policy.rego" = '''\npackage agent_policy\n'''\n`;

describe('initdata completion', () => {
  test('offers valid initdata templates', () => {
    for (const label of ['initdata: attestation and policy', 'initdata: policy only']) {
      const document = parseInitdata(taken('alg¦', label));
      assert.deepEqual(
        document.problems.filter(({ code }) => code !== 'file-missing'),
        [],
        label,
      );
      assert.equal(document.algorithm?.known, 'sha256');
      assert.match(document.data.find(({ name }) => name === 'policy.rego')?.text ?? '', /^package agent_policy/);
    }
  });

  test('offers algorithms with the TEE that they match', () => {
    assert.deepEqual(labels('algorithm = "¦"\nversion = "0.1.0"\n'), ['sha256', 'sha384', 'sha512']);
    assert.equal(taken('algorithm = "sha¦"\n[data]\n', 'sha384'), 'algorithm = "sha384"\n[data]\n');
    assert.equal(taken('algorithm = ¦\n[data]\n', 'sha512'), 'algorithm = "sha512"\n[data]\n');
    assert.match(offered('algorithm = "¦"\n')[1]?.detail ?? '', /TDX/);
  });

  test('offers only missing keys', () => {
    assert.deepEqual(labels('algorithm = "sha256"\n¦\n'), ['version', '[data]']);
    assert.deepEqual(labels(whole.replace('\n[data]', '\nx¦\n[data]')), []);
    assert.deepEqual(labels(`${whole}¦`), ['cdh.toml']);
    assert.deepEqual(labels('algorithm = "sha256"\n[data]\n"po¦"\n'), ['aa.toml', 'cdh.toml', 'policy.rego']);
    assert.match(
      taken('version = "0.1.0"\n[data]\n"po¦', 'aa.toml'),
      /\[data\]\n"aa\.toml" = '''\n\[token_configs\.kbs\]\nurl = "https:[^]*'''$/,
    );
  });

  test('offers the settings of embedded files', () => {
    const inside = (written: string): string[] => labels(`[data]\n"cdh.toml" = '''\n${written}\n'''\n`);
    assert.deepEqual(inside('¦'), ['socket', 'credentials', '[kbc]', '[image]']);
    assert.deepEqual(inside('[kbc]\nname = "x"\nu¦'), ['url', 'kbs_cert', '[image]']);
    assert.deepEqual(inside('[k¦'), ['[kbc]', '[image]']);
    assert.deepEqual(inside('name = "¦"'), []);
  });
});

describe('initdata hover', () => {
  test('shows the digest and how each TEE stores it', () => {
    const words = hover(whole.replace('algo', 'al¦go')) ?? '';
    assert.ok(words.includes(computeInitdataDigest(whole, 'sha384')));
    assert.match(words, /The digest has exactly the length of mr_config_id \(Intel TDX, 48 bytes\)/);
    assert.match(words, /truncated/);
  });

  test('describes keys, files, and settings', () => {
    assert.match(hover(whole.replace('"aa', '"a¦a')) ?? '', /Attestation agent settings/);
    assert.match(hover(whole.replace('url', 'u¦rl')) ?? '', /token_configs\.kbs\.url[^]*Key Broker Service/);
    assert.match(hover(whole.replace('ver', 'v¦er')) ?? '', /0\.1\.0/);
    assert.equal(hover(whole.replace('http', 'ht¦tp')), undefined);
    assert.equal(hover('algo¦rithm = '), undefined);
  });
});

test('initdata completion and hover never throw on a truncated document', () => {
  let said = 0;
  for (let length = 0; length <= whole.length; length += 1) {
    const cut = whole.slice(0, length);
    said += tomlCompletionsAt(cut, length, newestRelease).length;
    said += tomlHoverAt(cut, parseInitdata(cut), length) === undefined ? 0 : 1;
  }
  assert.ok(said > 100);
});
