/** Tests that malicious names in runbooks can't end a word, a comment, or a here-document, or disguise themselves. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';
import { unseenName, unseenPattern, withNames } from '#test/support/randomInput/invisibleCharacters.ts';
import { everyRunbook } from './everyRunbook.ts';

const hostile = [
  unseenName,
  `x'"$(touch owned)\`touch owned\``,
  'END\nEND_2\ntouch owned',
  '# comment\r\u2028touch owned',
  '; touch owned #',
  '\\',
  "'",
  '"',
  '${IFS}',
  '-o=yaml',
  '../../etc/passwd',
  '\u001b[31mred\u0007',
  '---\nkind: Evil\n...',
  '*glob? [a] ~ {a,b} !history',
] as const;

/** Fields that contain untrusted names and text. */
const fields = new Set([
  'context',
  'name',
  'namespace',
  'title',
  'meaning',
  'todo',
  'question',
  'consequences',
  'typed',
  'is',
  'channel',
  'source',
  'sourceNamespace',
  'startingCSV',
]);

/** Parses all scripts in one bash process. Each script is in a function, so that bash finds an unterminated word. */
function problemIn(scripts: readonly string[]): string {
  const input = scripts.map((script, index) => `script_${index}() {\n${script}\n}\n`).join('');
  const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
  return status === 0 ? stderr : `${status}: ${stderr}`;
}

describe('every runbook with malicious names', () => {
  for (const name of hostile) {
    const runbooks = Object.entries(everyRunbook).map(
      ([title, runbook]) => [title, withNames(runbook, name, fields) as Runbook] as const,
    );

    test(`is valid bash without invisible characters: ${JSON.stringify(name)}`, () => {
      const scripts = runbooks.map(([, runbook]) => renderBashRunbook(runbook, renderManifestYaml));
      assert.ok(scripts.length >= 35);
      assert.equal(problemIn(scripts), '');
      for (const script of scripts) assert.doesNotMatch(script, unseenPattern);
    });

    test(`has one object per manifest file, without invisible characters: ${JSON.stringify(name)}`, () => {
      let folders = 0;
      for (const [title, runbook] of runbooks) {
        const folder = renderGitOpsFolder(runbook, renderManifestYaml, true);
        if (!folder.ok) {
          assert.doesNotMatch(folder.error, unseenPattern);
          continue;
        }
        folders += 1;
        for (const file of folder.value) {
          assert.match(file.name, /^[\w.-]+$/, title);
          assert.doesNotMatch(file.text, unseenPattern, `${title}: ${file.name}`);
          if (!file.name.endsWith('.yaml')) continue;
          const kinds = parseAllDocuments(file.text).map((document): unknown => document.get('kind'));
          assert.ok(kinds.length === 1 && kinds[0] !== 'Evil', `${title}: ${file.name}`);
        }
      }
      assert.ok(folders > 5);
    });
  }

  test('is checked for open quotes, open here-documents, and invisible characters', () => {
    assert.notEqual(problemIn(["echo '"]), '');
    assert.notEqual(problemIn(['cat <<END']), '');
    assert.match(unseenName, unseenPattern);
  });
});
