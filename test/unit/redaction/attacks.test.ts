/**
 * Tests forms of credentials that once passed the redaction in an attack, and log lines that it once redacted as
 * evidence.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { writeArchive } from '#client/mustGather/supportArchive/writeArchive.ts';
import { createToolResult } from '#core/assistants/toolResult.ts';
import { Redaction } from '#core/redaction/index.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';
import { fileForms, holders, lineForms, repetitions } from './attackForms.ts';
import { leakedCredentials } from './canaryForms.ts';
import { ordinaryLog } from './ordinary.ts';
import { ordinaryYaml } from './ordinaryObjects.ts';

interface Attack {
  readonly name: string;
  readonly core: string;
  readonly files: Readonly<Record<string, string>>;
}

const secretOf = (text: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  any: ${Buffer.from(text).toString('base64')}\n`;

function attacks(): readonly Attack[] {
  const cores = Array.from({ length: 200 }, (_, index) =>
    `kQ7${(index * 7919 + 100_003).toString(36)}Zx9${(index * 104_729 + 46_656).toString(36)}w`.slice(0, 15),
  );
  let next = 0;
  const attack = (name: string, filesOf: (core: string) => Readonly<Record<string, string>>): Attack => {
    const core = cores[(next += 1)] ?? '';
    return { name, core, files: filesOf(core) };
  };
  return [
    ...Object.entries({ ...lineForms, ...fileForms }).map(([name, form]) =>
      attack(name, (core) => ({ 'a.log': `before\n${form(core)}\nafter\n` })),
    ),
    ...Object.entries(repetitions).map(([name, form]) =>
      attack(name, (core) => ({ 'secrets.yaml': secretOf(core), 'a.log': `${form(core)}\n` })),
    ),
    ...Object.entries(holders).map(([name, form]) =>
      attack(name, (core) => ({ 'secrets.yaml': secretOf(form(core)), 'a.log': `got ${core}\n` })),
    ),
  ];
}

/** Returns whether a text reveals a core, also in escaped or compressed form. */
function shows(core: string, text: string): boolean {
  const plain = text
    .replaceAll(/\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x([0-9a-f]{2});/g, (_all, ...codes: unknown[]) =>
      String.fromCharCode(Number.parseInt(String(codes[0] ?? codes[1] ?? codes[2]), 16)),
    )
    .replaceAll(/&#(\d{2,3});/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/\\([01]\d\d)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    .replaceAll(/\\\n/g, '');
  const packed = [...text.replaceAll('\n', '').matchAll(/H4sI[\w+/]+=*/g)].map(([run]) => {
    try {
      return gunzipSync(Buffer.from(run, 'base64')).toString();
    } catch {
      return '';
    }
  });
  const digits = text.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
  const twice = [...text.matchAll(/[\w+/]{16,}/g)].map(([run]) =>
    Buffer.from(run, 'base64').toString('latin1').replaceAll('\0', ''),
  );
  return (
    digits.includes(Buffer.from(core).toString('hex')) ||
    [text, plain, ...packed, ...twice].some((one) => leakedCredentials(core, one) !== undefined)
  );
}

async function filesIn(zip: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const file of (await openSource(zip)).files({ refused: ({ path: refused }) => assert.fail(refused) })) {
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
    files.set(file.path, Buffer.concat(parts).toString());
  }
  return files;
}

/** Creates a bundle of the files and returns its contents. */
async function packed(files: Readonly<Record<string, string | Uint8Array>>): Promise<ReadonlyMap<string, string>> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'osc-attacks-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(root, 'must-gather', name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const zip = path.join(root, 'bundle.zip');
    await writeArchive(path.join(root, 'must-gather'), zip, {
      redact: true,
      include: new Set(),
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    assert.deepEqual(readdirSync(root).toSorted(), ['bundle.zip', 'must-gather']);
    return await filesIn(zip);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe('credentials in malicious text', () => {
  test('are redacted in a support archive', async () => {
    const all = attacks();
    for (const { name, core, files } of all)
      assert.ok(shows(core, Object.values(files).join('\n')), `${name} shows what it hides`);
    const inZip = await packed(
      Object.fromEntries(
        all.flatMap(({ files }, index) => Object.entries(files).map(([name, text]) => [`${index}/${name}`, text])),
      ),
    );
    const survived = all.filter(({ core }, index) =>
      [...inZip].some(([name, text]) => name.startsWith(`must-gather/${index}/`) && shows(core, text)),
    );
    assert.deepEqual(
      survived.map(({ name }) => name),
      [],
    );
  });

  test('are redacted in assistant responses', () => {
    const survived = attacks().filter(({ core, files }) => {
      const texts = Object.values(files);
      const answer = createToolResult(
        { headline: 'It says something.', lines: texts.flatMap((text) => text.split('\n')), data: { messages: texts } },
        allParsers,
      );
      const shown = [answer.text, JSON.stringify(answer.structured).replaceAll(String.raw`\\`, '\\')];
      return shown.some((text) => shows(core, text));
    });
    assert.deepEqual(
      survived.map(({ name }) => name),
      [],
    );
  });
});

describe('support archive', () => {
  test('is created even if a credential is a word in its file list', async () => {
    const files = await packed({ 'a.yaml': 'kind: Secret\nstringData:\n  password: replaced\n' });
    assert.match(files.get('must-gather/osc-manifest.json') ?? '', /"replaced": /);
  });

  test('lists an omitted file without the credential in its name', async () => {
    const files = await packed({
      'a.yaml': 'kind: Secret\nstringData:\n  password: kQ7xZ2wPPq\n',
      'x/kQ7xZ2wPPq.bin': Uint8Array.of(0, 1, 2),
    });
    const manifest = files.get('must-gather/osc-manifest.json') ?? '';
    assert.match(manifest, /x\/\*\*\*\.bin/);
    assert.doesNotMatch(manifest, /kQ7xZ2wPPq|"mayBeIncluded": true/);
  });

  test('is created from a log with more tokens than the search limit', async () => {
    const files = await packed({
      'a.log': Array.from({ length: 51_000 }, (_, index) => `token=kQ7x${index}ZZ9q\n`).join(''),
    });
    assert.doesNotMatch(files.get('must-gather/a.log') ?? 'kQ7x', /kQ7x/);
  });
});

describe('ordinary text', () => {
  test('keeps names of Secrets, states, durations, paths, and digests', () => {
    const redaction = new Redaction(allParsers);
    const files = { 'a.log': ordinaryLog, 'namespaces/x/a.yaml': ordinaryYaml };
    const once = Object.entries(files).map(([name, text]) => ({ text, clean: redaction.learn(text, name).text }));
    const changed = once.flatMap(({ text, clean }) => {
      const lines = redaction.removeLearned(clean).text.split('\n');
      return text
        .split('\n')
        .flatMap((line, index) => (lines[index] === line ? [] : [`${line} became ${lines[index]}`]));
    });
    assert.deepEqual(changed, []);
  });
});

describe('redaction', () => {
  const pieces = [
    'Data:map[string][]byte{a: [',
    '\\u0041',
    '6b 6e ',
    '65,\n',
    'echo "a" ',
    'token | ',
    'variable "token" {',
    '["curl","b",',
    'Password:\n',
    '- a\n',
  ];
  for (const piece of pieces) {
    test(`takes linear time for ${JSON.stringify(piece)}`, async () => {
      const text = piece.repeat(200_000 / piece.length);
      const redaction = new Redaction(allParsers);
      redaction.learnValue('kQ7xZ2wPPq');
      await assertProportional((part) => redaction.removeLearned(redaction.learn(shortened(text, part)).text), piece);
    });
  }

  test('takes linear time for the fields of a response', async () => {
    const answer = (count: number): unknown =>
      createToolResult(
        {
          headline: 'x',
          lines: [],
          data: Object.fromEntries(
            Array.from({ length: count }, (_, index) => [`f${index}`, `token=abcD${index}xyz9`]),
          ),
        },
        allParsers,
      );
    await assertProportional((part) => answer(Math.ceil(800 * part)), 'fields');
  });
});
