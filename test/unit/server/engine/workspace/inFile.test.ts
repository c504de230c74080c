/**
 * Tests the language features on open files: positions in initdata, line endings, and text that is damaged in any way.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import type { LanguageService } from '#server/engine/languageModule.ts';
import { initdataService } from '#server/initdata/lsp/initdataService.ts';
import { policyService } from '#server/policy/lsp/policyService.ts';
import { languageContext } from '#test/support/lsp/languageContext.ts';
import { random } from '#test/support/randomInput/random.ts';
import { sample } from '#test/support/manifests/markedText.ts';

const context = languageContext({ options: { policyCommands: true } });
const serviceOf = ({ language }: OpenFile): LanguageService => (language === 'toml' ? initdataService : policyService);
const open = (text: string, extension: string): OpenFile =>
  new OpenFile(TextDocument.create(`file:///a.${extension}`, extension, 1, text));
const initdata = (policy: string, quotes = "'''"): string =>
  `algorithm = "sha256"\nversion = "0.1.0"\n\n[data]\n"policy.rego" = ${quotes}\n${policy}${quotes}\n`;

/** Requests every feature at a position. Returns the number of results. */
const askAll = async (file: OpenFile, offset: number): Promise<number> => {
  const service = serviceOf(file);
  const position = file.text.positionAt(offset);
  const check = { findings: [], settings: await context.settingsFor(file.uri) };
  const lists: unknown[] = [
    await service.rename?.(file, position, 'other', context),
    await service.completion?.(file, position, context),
    await service.definition?.(file, position, context),
    await service.references?.(file, position, true, context),
    await service.documentSymbols?.(file, context),
    await service.foldingRanges?.(file, context),
    await service.semanticTokens?.(file, context),
    await service.documentLinks?.(file, context),
    await service.codeLens?.(file, check, context),
  ];
  const single = [
    await service.hover?.(file, position, context),
    await service.signatureHelp?.(file, position, context),
    await service.prepareRename?.(file, position, context),
  ];
  return [
    ...lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : [])),
    ...single.filter((answer) => answer !== undefined),
  ].length;
};

describe('policy language features', () => {
  test('return file positions with LF and CRLF line endings', async () => {
    for (const text of [sample, initdata(sample)].flatMap((one) => [one, one.replaceAll('\n', '\r\n')])) {
      const file = open(text, text.startsWith('algorithm') ? 'toml' : 'rego');
      const position = file.text.positionAt(text.indexOf('is_ok(mount, "a")') + 2);
      const written = (ranges: readonly { range: Parameters<TextDocument['getText']>[0] }[]): string[] =>
        ranges.map(({ range }) => file.text.getText(range));
      const service = serviceOf(file);
      assert.deepEqual(written((await service.definition?.(file, position, context)) ?? []), ['is_ok']);
      assert.deepEqual(written((await service.references?.(file, position, true, context)) ?? []), ['is_ok', 'is_ok']);
      const symbols = ((await service.documentSymbols?.(file, context)) ?? []).flatMap(({ children = [], ...own }) => [
        own,
        ...children,
      ]);
      const found = symbols.find(({ name }) => name === 'is_ok');
      assert.equal(found === undefined ? '' : file.text.getText(found.selectionRange), 'is_ok');
      const [lines, characters] = (await service.semanticTokens?.(file, context)) ?? [];
      assert.deepEqual([lines, characters], [file.text.positionAt(text.indexOf('package')).line, 0]);
    }
  });

  test('offer no edits in a string with escapes', async () => {
    const text = initdata(sample.replaceAll('\\', '\\\\').replaceAll('concat(" "', 'concat(\\u0022 "'), '"""');
    const file = open(text, 'toml');
    const position = file.text.positionAt(text.indexOf('is_ok(mount, "a")') + 2);
    assert.deepEqual(await initdataService.completion?.(file, position, context), []);
    assert.equal(await initdataService.rename?.(file, position, 'other', context), undefined);
    assert.equal((await initdataService.definition?.(file, position, context))?.length, 1);
  });

  test("complete the package name while it's being typed", async () => {
    for (const text of ['package ', 'package ag', '# mine\npackage ', 'package \n\nx := 1\n']) {
      const file = open(text, 'rego');
      const offset = text.indexOf('package') + (/package \w*/.exec(text)?.[0].length ?? 0);
      const offered = await policyService.completion?.(file, file.text.positionAt(offset), context);
      const labels = Array.isArray(offered) ? offered.map(({ label }) => label) : [];
      assert.ok(labels.includes('agent_policy'), JSON.stringify([text, labels]));
    }
  });

  test('return nothing for unrelated Rego and TOML files', async () => {
    assert.equal(await askAll(open('package other\n\nallow := true\n', 'rego'), 30), 0);
    assert.equal(await askAll(open('[package]\nname = "a"\n', 'toml'), 15), 0);
  });
});

test('policy language features never throw on randomly edited files', async () => {
  const { below, pick } = random(4);
  const pieces: readonly [string, ...string[]] = [
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '"',
    "'''",
    '`',
    '#',
    '\n',
    '\r\n',
    '.',
    ':=',
    ' in ',
    'some ',
    'default ',
    'package ',
    '\uD83D',
    '\u0000',
    '=',
    '"policy.rego"',
  ];
  let answered = 0;
  for (let round = 0; round < 150; round += 1) {
    const isToml = round % 2 === 0;
    let text = isToml ? initdata(sample) : sample;
    for (let edit = below(4); edit >= 0; edit -= 1) {
      const start = below(text.length);
      text = text.slice(0, start) + pick(pieces) + text.slice(start + below(20));
    }
    const file = open(text, isToml ? 'toml' : 'rego');
    for (let place = 0; place < 3; place += 1) answered += await askAll(file, below(text.length + 1));
  }
  assert.ok(answered > 10_000, String(answered));
});
