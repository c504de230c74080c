/** Tests the command line in other languages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { languages } from '#server/l10n/locale.ts';
import { copyBuildWithout, removeBuild } from '../support/repository/incompleteBuild.ts';
import { translated } from '../support/repository/translated.ts';
import { bad, folderOf, osc } from './osc.ts';

const refused =
  'Invalid log level "Debug", so the Machine Config Operator rejects it and the log level doesn\'t change.';
const finding = (stdout: string) => /^kataconfig\.yaml:6:13: error: (.*) \[osc\//m.exec(stdout)?.[1] ?? '';

/** Returns a text that is translated in both builds. */
async function meaningInFrench(): Promise<string | undefined> {
  const { stdout } = await osc(['explain', '--lang', 'fr', '--format', 'json'], { input: '{Failed, [Balance]}' });
  return (JSON.parse(stdout) as { statuses: { meaning: string }[] }).statuses[0]?.meaning;
}

describe('osc-tools output language', () => {
  const cwd = folderOf({ 'kataconfig.yaml': bad });

  for (const language of languages.slice(1)) {
    test(`applies to findings and explanations, but not to help and errors: ${language}`, async () => {
      const found = await osc(['--lang', language, 'lint', '.'], { cwd });
      assert.equal(found.status, 1);
      assert.ok(finding(found.stdout).startsWith(translated(refused, language)), found.stdout);

      const explained = await osc(['explain', '--lang', language, '--format', 'json'], {
        input: '{Failed, [Balance]}',
      });
      const { statuses } = JSON.parse(explained.stdout) as { statuses: { headline: string; meaning: string }[] };
      const shut = 'Abnormal (shut down due to arrears)';
      assert.equal(statuses[0]?.headline, translated(shut, language));

      for (const args of [['--help'], ['policy', 'eval', '--help'], ['lint', 'missing.yaml'], ['runbook', 'install']]) {
        const inLanguage = await osc(['--lang', language, ...args], { cwd });
        assert.deepEqual(inLanguage, await osc(args, { cwd }), args.join(' '));
      }
    });
  }

  test('is English for texts without a translation', async () => {
    const shut = 'Abnormal (shut down due to arrears)';
    const build = copyBuildWithout([refused, shut], 'fr');
    try {
      const found = await osc(['--lang', 'fr', 'lint', '.'], { cwd, build });
      assert.ok(finding(found.stdout).startsWith(refused), found.stdout);

      const explain = ['explain', '--lang', 'fr', '--format', 'json'];
      const { stdout } = await osc(explain, { input: '{Failed, [Balance]}', build });
      const [status] = (JSON.parse(stdout) as { statuses: { headline: string; meaning: string }[] }).statuses;
      assert.equal(status?.headline, shut);
      assert.equal(status?.meaning, await meaningInFrench());
    } finally {
      removeBuild(build);
    }
  });

  test("doesn't affect identifiers in machine-readable formats", async () => {
    const { stdout } = await osc(['lint', '.', '--format', 'json', '--lang', 'ja'], { cwd });
    const [first] = JSON.parse(stdout) as { rule: string; severity: string; message: string }[];
    assert.deepEqual([first?.rule, first?.severity], ['osc/kataconfig-loglevel', 'error']);
    assert.doesNotMatch(first?.message ?? '', /^[\x20-\x7e]*$/);
  });

  test("doesn't affect the keys of JSON", async () => {
    const { stdout } = await osc(['explain', '--lang', 'fr', '--format', 'json'], { input: '{Failed, [Balance]}' });
    const { statuses } = JSON.parse(stdout) as { statuses: { rows: { console: object }[] }[] };
    const words = translated('Abnormal (shut down due to arrears)', 'fr');
    assert.deepEqual(statuses[0]?.rows[0]?.console, { zh: '异常(欠费关停)', words });
  });

  test('is set by the last --lang and not by file names', async () => {
    const twice = await osc(['--lang', 'fr', 'lint', '.', '--lang', 'ko'], { cwd });
    assert.ok(finding(twice.stdout).startsWith(translated(refused, 'ko')), twice.stdout);
    const named = await osc(['lint', '.', '--', '--lang=fr'], {
      cwd: folderOf({ 'kataconfig.yaml': bad, '--lang=fr': '' }),
    });
    assert.ok(finding(named.stdout).startsWith(refused), named.stdout);
  });

  test('is set by the environment for a folder named mcp', async () => {
    const { stdout } = await osc(['lint', 'mcp'], {
      cwd: folderOf({ 'mcp/kataconfig.yaml': bad }),
      env: { LC_ALL: 'fr_FR.UTF-8' },
    });
    assert.ok(stdout.includes(translated(refused, 'fr').replace(/\.$/, '')), stdout);
  });

  test('is set by the environment if --lang is missing', async () => {
    const run = (env: Readonly<Record<string, string>>, ...args: string[]) => osc([...args, 'lint', '.'], { cwd, env });
    const says = async (ran: ReturnType<typeof run>, text: string) => {
      const said = finding((await ran).stdout);
      assert.ok(said.startsWith(text), said);
    };
    await says(run({ LC_ALL: '', LC_MESSAGES: '', LANG: 'fr_FR.UTF-8' }), translated(refused, 'fr'));
    await says(run({ LC_ALL: 'fr_FR.UTF-8' }, '--lang', 'en'), refused);
    await says(run({ LC_ALL: 'zh_TW.UTF-8' }), refused);
  });

  test('must be one of the listed languages', async () => {
    const { status, stderr } = await osc(['--lang', 'xx', 'lint', '.'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /Supported languages: en, ko, zh-cn, fr, ja\./);
  });

  test('is English for assistants, regardless of the environment', async () => {
    const input = JSON.stringify({ text: '{Failed, [Balance]}' });
    const { stdout } = await osc(['mcp', '--once', 'osc_explain_status'], { input, env: { LC_ALL: 'ko_KR.UTF-8' } });
    assert.match(stdout, /shut down due to arrears/);
  });
});
