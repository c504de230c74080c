/**
 * Tests the contract of core/text/sanitize.ts: one table of sinks, checked with every invisible character and with
 * random text.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as sanitizers from '#core/text/sanitize.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

interface Sink {
  readonly sanitize: (text: string) => string;
  /** The result for `a\r\n\tb`. */
  readonly layout: string;
  /** The result for `a\u001b\u202eb\ud800c\u{e0041}`. */
  readonly escapes: string;
  /** Default limit, and the result for a text that is one character too long. */
  readonly limit?: readonly [maxLength: number, end: string];
  /** Matches what the sink would display as markup. */
  readonly markup?: RegExp;
  /** Returns the text that a reader sees. */
  readonly read?: (text: string) => string;
  /** Invisible characters that stay, as the inside of a character class. */
  readonly keeps?: string;
  /** True if the sink keeps the spaces of every language. Otherwise, it joins or escapes them. */
  readonly keepsSpaces?: true;
}

const backslashes = String.raw`a\u001b\u202eb\ud800c\u{e0041}`;
/** Matches what VS Code turns into a link. Source: vscode, base/common/linkedText.ts. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;
/** Matches what VS Code turns into an icon. Source: vscode, base/common/iconLabels.ts. */
const icon = /(?<!\\)\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;
/**
 * Matches what GitHub Actions, Azure Pipelines, and TeamCity run as a command. Sources: actions/runner,
 * src/Runner.Common/ActionCommand.cs; microsoft/azure-pipelines-agent, Command.cs.
 */
const ciCommand = /^\s*::[\w-]+(?: .*)?::|##(?:vso|teamcity)?\[/im;
/** Matches Markdown and HTML markup, and addresses that become links without markup. */
const markdown = /(?<!\\)[`*_[\]<>|]|(?<!\\):\/\/|www\.|^(?:[-+=]|\d{1,9}[.)])/i;
const withoutSeparators = (text: string): string => text.replaceAll(/(?<=[\]$])\u200b(?=\()/g, '');
const withoutIconEscapes = (text: string): string => text.replaceAll('\\$(', '$(');
const withoutEntities = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
const withoutFence = (text: string): string => /^(`+)( ?)([^]*)\2\1$/.exec(text)?.[3] ?? assert.fail(text);

const sinks: Readonly<Record<string, Sink>> = {
  sanitizeLabel: {
    sanitize: sanitizers.sanitizeLabel,
    layout: String.raw`a\u000d\u000a\u0009b`,
    escapes: backslashes,
    keepsSpaces: true,
  },
  sanitizeLines: {
    sanitize: sanitizers.sanitizeLines,
    layout: 'a\\u000d\n\tb',
    escapes: backslashes,
    keeps: '\n\t',
    keepsSpaces: true,
  },
  sanitizeLine: { sanitize: sanitizers.sanitizeLine, layout: 'a b', escapes: backslashes, limit: [300, '…'] },
  sanitizeComment: { sanitize: sanitizers.sanitizeComment, layout: 'a b', escapes: backslashes },
  sanitizeQuote: { sanitize: sanitizers.sanitizeQuote, layout: 'a b', escapes: backslashes, limit: [60, '...'] },
  sanitizeLiteral: {
    sanitize: sanitizers.sanitizeLiteral,
    layout: String.raw`a\u000d\u000a\u0009b`,
    escapes: backslashes,
  },
  sanitizePickText: {
    sanitize: sanitizers.sanitizePickText,
    layout: String.raw`a\u000d\u000a\u0009b`,
    escapes: backslashes,
    markup: icon,
    read: withoutIconEscapes,
    keepsSpaces: true,
  },
  sanitizeStatusText: {
    sanitize: sanitizers.sanitizeStatusText,
    layout: String.raw`a\u000d\u000a\u0009b`,
    escapes: backslashes,
    markup: icon,
    read: withoutSeparators,
    keepsSpaces: true,
  },
  sanitizeMessage: {
    sanitize: sanitizers.sanitizeMessage,
    layout: 'a b',
    escapes: backslashes,
    limit: [1000, '…'],
    markup: link,
    read: withoutSeparators,
  },
  sanitizePrompt: {
    sanitize: sanitizers.sanitizePrompt,
    layout: 'a b',
    escapes: backslashes,
    limit: [1000, '…'],
    markup: new RegExp(`${link.source}|${icon.source}`, 'i'),
    read: (text) => withoutSeparators(withoutIconEscapes(text)),
  },
  sanitizeDetail: {
    sanitize: sanitizers.sanitizeDetail,
    layout: 'a\n b',
    escapes: backslashes,
    limit: [4000, '…'],
    markup: link,
    read: withoutSeparators,
    keeps: '\n',
    keepsSpaces: true,
  },
  sanitizeTooltip: {
    sanitize: sanitizers.sanitizeTooltip,
    layout: 'a b',
    escapes: String.raw`a\\u001b\\u202eb\\ud800c\\u\{e0041\}`,
    markup: markdown,
    read: (text) => text.replaceAll(/\\(.)/gs, '$1'),
  },
  sanitizeMarkdown: {
    sanitize: sanitizers.sanitizeMarkdown,
    layout: 'a b',
    escapes: 'a&#92;u001b&#92;u202eb&#92;ud800c&#92;u{e0041}',
    limit: [1000, '…'],
    markup: markdown,
    read: withoutEntities,
  },
  sanitizeMarkdownCode: {
    sanitize: sanitizers.sanitizeMarkdownCode,
    layout: '`a b`',
    escapes: `\`${backslashes}\``,
    limit: [1000, '…'],
    read: withoutFence,
  },
  sanitizeTerminalLine: {
    sanitize: sanitizers.sanitizeTerminalLine,
    layout: String.raw`a\r\n\tb`,
    escapes: backslashes,
    markup: ciCommand,
    keepsSpaces: true,
  },
  sanitizeTerminalLines: {
    sanitize: sanitizers.sanitizeTerminalLines,
    layout: 'a\n\tb',
    escapes: backslashes,
    markup: ciCommand,
    keeps: '\n\t',
    keepsSpaces: true,
  },
  sanitizeLogLine: {
    sanitize: sanitizers.sanitizeLogLine,
    layout: 'a\\x0d\\x0a\tb',
    escapes: String.raw`a\x1b\u202eb\ud800c\u{e0041}`,
    keeps: '\t',
    keepsSpaces: true,
  },
  sanitizeFileText: {
    sanitize: sanitizers.sanitizeFileText,
    layout: 'a\r\n\tb',
    escapes: 'a␛<U+202E>b<U+D800>c<U+E0041>',
    keeps: String.raw`\r\n\t\u034f\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}`,
    keepsSpaces: true,
  },
  sanitizeJson: {
    sanitize: sanitizers.sanitizeJson,
    layout: 'a\r\n\tb',
    escapes: String.raw`a\u001b\u202eb\ud800c\udb40\udc41`,
    markup: /##(?:vso|teamcity)?\[/i,
    keeps: String.raw`\r\n\t`,
    keepsSpaces: true,
  },
};

const invisible = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]`;
/** All characters of this class. */
const everyInvisible = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  new RegExp(invisible, 'u').test(character),
);
const isJoined = (character: string): boolean => /[\t-\r]/.test(character);

/** Matches an invisible character that the sink doesn't keep. */
function unwanted({ keeps }: Sink): RegExp {
  return new RegExp(keeps === undefined ? invisible : `(?![${keeps}])${invisible}`, 'u');
}

/** Returns what the reader sees. Fails if the sink shows markup or an invisible character. */
function readSafely(sink: Sink, text: string): string {
  const shown = sink.sanitize(text);
  if (sink.markup !== undefined) assert.doesNotMatch(shown, sink.markup, JSON.stringify(text));
  assert.doesNotMatch(shown, /\p{Cs}/u, JSON.stringify(text));
  const read = sink.read?.(shown) ?? shown;
  assert.doesNotMatch(read, unwanted(sink), JSON.stringify(text));
  return read;
}

const pieces = [
  'a',
  'prod',
  '😀',
  'ü',
  '漢',
  ' ',
  '  ',
  '\u00a0',
  '\u3000',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u2028',
  '\u0085',
  '\u001b[31m',
  '\u009b2J',
  '\u001b]0;x\u0007',
  '\b',
  '\0',
  '\u007f',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u00ad',
  '\ud83d',
  '\ude00',
  '\ufe0f',
  '\u200d',
  '\ufeff',
  '\u{e0041}',
  '\u{e0100}',
  '\u061c',
  '\u115f',
  '\ufff9',
  '[Log In](command:evil)',
  '](',
  '[',
  ']',
  '(',
  '$(bug)',
  '$(sync~spin)',
  '\\$(bug)',
  '$(',
  '\\',
  '\\u202e',
  '`',
  '```',
  '*',
  '_',
  '|',
  '<b>',
  '<!--',
  '&lt;',
  '#',
  '- ',
  '1. ',
  'https://evil.example',
  'www.evil.example',
  '::error::',
  '::set-output name=x::',
  '##[add-mask]',
  '##vso[task.setvariable variable=x]',
  '##teamcity[',
  '${HOME}',
  '"',
  "'",
  '{',
  '}',
  '@',
  '~',
  '!',
] as const satisfies readonly [string, ...string[]];

function randomText(chance: Random): string {
  const text = Array.from({ length: chance.below(20) }, () => chance.pick(pieces)).join('');
  return chance.chance(0.05) ? text.repeat(1 + chance.below(400)) : text;
}

describe('sanitizer of untrusted text', () => {
  test('has a row in this table for each of its sinks', () => {
    const functions = Object.keys(sanitizers).filter((name) => name.startsWith('sanitize'));
    assert.deepEqual(functions.toSorted(), Object.keys(sinks).toSorted());
  });

  for (const [name, sink] of Object.entries(sinks)) {
    describe(name, () => {
      test('shows line ends, tabs, and invisible characters as documented', () => {
        assert.equal(sink.sanitize('a\r\n\tb'), sink.layout);
        assert.equal(sink.sanitize('a\u001b\u202eb\ud800c\u{e0041}'), sink.escapes);
      });

      test('escapes every invisible character, so that no two names look alike', () => {
        const kept = new RegExp(`^[${sink.keeps ?? ''}]$`, 'u');
        const joins = sink.sanitize('a\vb') !== sink.sanitize('a\fb');
        const names = everyInvisible.filter(
          (character) => !(sink.keeps !== undefined && kept.test(character)) && (joins || !isJoined(character)),
        );
        assert.ok(names.length > 4000);
        const shown = names.map((character) => readSafely(sink, `a${character}b`));
        assert.equal(new Set([...shown, 'ab']).size, names.length + 1);
        for (const character of everyInvisible.filter(isJoined))
          assert.notEqual(sink.sanitize(`a${character}b`), sink.sanitize('ab'));
      });

      test('keeps visible text', () => {
        for (const text of ['', 'production', 'ü 漢 😀', String.raw`C:\users\me`, 'a-b.c/d:6443 (x) [y] $z {0}'])
          assert.equal(readSafely(sink, text), text);
        if (sink.keepsSpaces === true) assert.equal(sink.sanitize('6\u202f000\u00a0: a  b'), '6\u202f000\u00a0: a  b');
      });

      test('limits the length and never divides a character', () => {
        const { sanitize, limit: [most, end] = [Infinity, ''], read = (text: string) => text } = sink;
        for (const text of [
          'x'.repeat(100_000),
          '😀'.repeat(50_000),
          `a${'😀'.repeat(50_000)}`,
          '\u202e'.repeat(9000),
        ]) {
          const shown = sanitize(text);
          assert.doesNotMatch(shown, /\p{Cs}/u);
          assert.ok(read(shown).length <= most);
          if (most < Infinity) assert.ok(read(shown).endsWith(end) && read(shown).length >= most - 2);
        }
        // Shows the truncation even if the remaining text is shorter than the limit.
        if (most < Infinity) assert.match(read(sanitize(`a${' '.repeat(100_000)}b`)), /^a\s*(?:…|\.\.\.)$/);
      });

      test('fulfills its contract for random text', () => {
        const chance = random(20);
        for (let count = 0; count < 1000; count += 1) {
          const text = randomText(chance);
          const read = readSafely(sink, text);
          if (!/\n/.test(sink.keeps ?? '') && !(sink.keeps ?? '').includes(String.raw`\n`))
            assert.doesNotMatch(read, /[\n\v\f\r\u0085\u2028\u2029]/);
          if (sink.limit !== undefined) assert.ok(read.length <= sink.limit[0], JSON.stringify(text));
          // Sanitizing a displayed text again must not change it.
          if (sink.read === undefined) assert.equal(sink.sanitize(read), read);
        }
      });
    });
  }

  test('escapes commands to CI systems, and keeps IPv6 addresses and other text with colons', () => {
    const { sanitizeTerminalLines: lines, sanitizeTerminalLine: line, sanitizeJson: json } = sanitizers;
    assert.equal(lines('a\n  ::error file=x::y\n::warning::z'), 'a\n  \\u003a:error file=x::y\n\\u003a:warning::z');
    assert.equal(line('x ##vso[task.complete]'), 'x \\u0023#vso[task.complete]');
    assert.equal(line('##[group]x'), '\\u0023#[group]x');
    for (const text of ['::1 - - GET /', '::ffff:10.0.0.1 GET /', 'a::b::c', '## [x]', '#[derive]', '::', '::::'])
      assert.deepEqual([line(text), lines(text)], [text, text]);
    assert.equal(json('"\\\\##[x] ::error::"'), '"\\\\\\u0023#[x] ::error::"');
  });

  test('keeps the value of JSON', () => {
    const chance = random(21);
    for (let count = 0; count < 500; count += 1) {
      const value = { [randomText(chance)]: [randomText(chance), count] };
      assert.deepEqual(JSON.parse(sanitizers.formatSanitizedJson(value)), value);
      assert.deepEqual(JSON.parse(sanitizers.sanitizeJson(JSON.stringify(value))), value);
    }
  });

  test('takes linear time', async () => {
    const hostile = '\u202e](`$(bug)\\\r\n\ud83d \u00a0'.repeat(4000);
    for (const [name, { sanitize }] of Object.entries(sinks))
      await assertProportional((part) => sanitize(shortened(hostile, part)), name);
  });

  test('cuts text between characters', () => {
    assert.equal(sanitizers.cutText('abc', 3), 'abc');
    assert.equal(sanitizers.cutText('abcd', 3), 'ab…');
    assert.equal(sanitizers.cutText('a😀bc', 3), 'a…');
    assert.equal(sanitizers.cutText('abcdef', 5, '...'), 'ab...');
  });
});
