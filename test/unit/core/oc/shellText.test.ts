import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import {
  hereDocument,
  renderShellComment,
  quoteShellSentence,
  createShellPlaceholder,
  quoteShellWord,
} from '#core/oc/shellText.ts';
import { sanitizeComment } from '#core/text/sanitize.ts';

const hostile = [
  '',
  'plain',
  "it's",
  '"quoted"',
  '$(touch /tmp/owned)',
  '`id`',
  '${HOME}',
  '; rm -rf / #',
  'two\nlines\r\nand \t more',
  '\u001b[31mred\u0007',
  "both ' and \n and \\ and $(id)",
  '\u202eright to left\u2028next',
  '\\x41\\n',
  '\u00851 \u001b1a',
  '-o yaml',
  '!history *glob? [a] ~ {a,b}',
  'ü 漢 😀',
];

/** Returns the words that bash reads, each terminated by NUL. */
function words(script: string): string {
  return execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: '/home/owned' },
  });
}

describe('shell text', () => {
  test('quotes any string as one word', () => {
    const said = words(`printf '%s\\0' ${hostile.map(quoteShellWord).join(' ')}`);
    assert.deepEqual(said.split('\0').slice(0, -1), hostile);
  });

  test('expands only the slots of a sentence', () => {
    const sentences = hostile.map((text) =>
      sanitizeComment(`${text}${createShellPlaceholder(1)}${text}${createShellPlaceholder(0)}漢字`),
    );
    const said = words(
      `who='a b'; there='c  $(id)'; printf '%s\\0' ${sentences.map((text) => quoteShellSentence(text, '$who', '$there')).join(' ')}`,
    );
    assert.deepEqual(
      said.split('\0').slice(0, -1),
      hostile.map(
        (text) =>
          `${sanitizeComment(`${text}|`).slice(0, -1)}c  $(id)${sanitizeComment(`|${text}|`).slice(1, -1)}a b漢字`,
      ),
    );
    assert.equal(quoteShellSentence(`Waiting: ${createShellPlaceholder(0)}.`, '$words'), '"Waiting: $words."');
    assert.equal(
      quoteShellSentence(`${createShellPlaceholder(0)}を待っています`, '$words'),
      '"${words}を待っています"',
    );
  });

  test('escapes invisible characters', () => {
    for (const text of hostile)
      assert.doesNotMatch(quoteShellWord(text), /[\p{Cc}\u2028\u202e]/u, JSON.stringify(text));
    assert.equal(quoteShellWord('a\0b\u001b'), "$'ab\\x1b'");
    assert.equal(words(`printf %s ${quoteShellWord('\ud800\u001b')}`), '\ufffd\u001b');
  });

  test('keeps multiline comments as comments', () => {
    assert.equal(renderShellComment('first\necho owned\r\u2028echo owned'), '# first\n# echo owned\n# echo owned');
    assert.equal(words(`${renderShellComment(hostile.join('\n'))}\necho clean`), 'clean\n');
    assert.equal(sanitizeComment(' a\n\u001b[1mb\u202e '), 'a \\u001b[1mb\\u202e');
  });

  test('ends here-documents correctly and expands nothing in them', () => {
    const text = 'END\n$(id) `id` $HOME\nEND_2\n';
    assert.equal(words(`cat ${hereDocument(text)}\n`), text);
    assert.equal(words(`cat ${hereDocument('no end')}\n`), 'no end\n');
  });
});
