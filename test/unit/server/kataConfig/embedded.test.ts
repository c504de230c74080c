/** Tests configuration files of Kata in MachineConfigs and ConfigMaps, in each encoding. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readPacked, writePacked } from '#server/embedded/embeddedText.ts';
import { decodeDataUrl } from '#server/engine/encoding/dataUrl.ts';
import { listEmbeddedKataConfigs } from '#server/engine/kataConfig/embeddedKataConfig.ts';
import type { LanguageContext } from '#server/engine/languageModule.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { kataConfigService } from '#server/kataConfig/lsp/kataConfigService.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { check } from '#test/support/manifests/checkText.ts';

const toml = '# größer 😀\n[hypervisor.qemu]\ndefualt_memory = 4096\n';
const right = toml.replace('defualt', 'default');
const percent = (text: string) => `data:,${encodeURIComponent(text)}`;
const base64 = (text: string) => `data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`;
const gzip = (text: string) => `data:;base64,${gzipSync(text).toString('base64')}`;

interface FileOptions {
  readonly path?: string;
  readonly compression?: string;
}

function machineConfig(...files: readonly (FileOptions & { readonly source: string })[]): string {
  const lines = files.map(
    ({ source, path = '/etc/kata-containers/configuration.toml', compression }) =>
      `        - path: ${path}\n          mode: 420\n          contents:\n            source: ${source}\n${compression === undefined ? '' : `            compression: ${compression}\n`}`,
  );
  return `apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\nmetadata:\n  name: 50-kata\n  labels:\n    machineconfiguration.openshift.io/role: worker\nspec:\n  config:\n    ignition:\n      version: 3.2.0\n    storage:\n      files:\n${lines.join('')}`;
}

const configMap = (key: string, text: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kata\ndata:\n  ${key}: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`;

/** Returns the findings as `rule severity text`. */
async function found(yaml: string): Promise<string[]> {
  return (await check(yaml)).map(
    ({ rule, severity, finding: { start, end } }) =>
      `${rule.replace('osc/kata-config-', '')} ${severity} ${yaml.slice(start, end)}`,
  );
}

async function fixed(yaml: string): Promise<string> {
  return applyEdits(
    yaml,
    selectCompatibleEdits((await check(yaml)).flatMap(({ finding }) => finding.fixes.slice(0, 1))),
  );
}

/** Returns the text of the first file in YAML. */
function contentOf(yaml: string): string | undefined {
  return readDocuments(yaml).flatMap(({ document }) => listEmbeddedKataConfigs(document))[0]?.text;
}

const forms: readonly (readonly [name: string, encode: (text: string) => string, compression?: string])[] = [
  ['percent-encoded', percent],
  ['base64', base64],
  ['gzip', gzip, 'gzip'],
];
const only = (source: string, compression?: string) =>
  machineConfig({ source, ...(compression === undefined ? {} : { compression }) });

describe('configuration.toml in a MachineConfig', () => {
  test('is checked at its exact position if it is percent-encoded', async () => {
    assert.deepEqual(await found(only(percent(toml))), ['unknown-key warning defualt_memory']);
    assert.deepEqual(await found(only(`"${percent(toml)}"`)), ['unknown-key warning defualt_memory']);
  });
  test('is checked at its exact position if it is base64-encoded', async () => {
    const yaml = only(base64(toml));
    const [first] = await check(yaml);
    const { start = 0, end = 0 } = first?.finding ?? {};
    const data = yaml.indexOf('base64,') + 'base64,'.length;
    const bytes = Buffer.from(toml).indexOf('defualt_memory');
    assert.deepEqual(
      [start - data, end - data],
      [Math.floor((bytes * 4) / 3), Math.floor(((bytes + 'defualt_memory'.length) * 4) / 3)],
    );
  });
  test('is underlined up to the end of the last escape', async () => {
    const wrong = '[hypervisor.qemu]\ndefault_memory = "größe"\n';
    assert.deepEqual(await found(only(percent(wrong))), [`type error ${encodeURIComponent('"größe"')}`]);
    const folded = `"${percent(wrong).replace('%C3%9Fe%22', '%C3%9Fe%22\\\n              ')}"`;
    assert.deepEqual(await found(only(folded)), [`type error ${encodeURIComponent('"größe"')}`]);
  });
  test('is checked at its value, with the line, if it is compressed', async () => {
    const yaml = only(gzip(toml), 'gzip');
    assert.deepEqual(await found(yaml), [`unknown-key warning ${gzip(toml)}`]);
    assert.match((await check(yaml))[0]?.message ?? '', /^Line 3: Kata ignores the unknown key "defualt_memory"/);
  });
  for (const [name, encode, compression] of forms)
    test(`is fixed in the same encoding: ${name}`, async () => {
      const yaml = await fixed(only(encode(toml), compression));
      assert.equal(contentOf(yaml), right);
      assert.deepEqual(await found(yaml), []);
      assert.equal(yaml.includes('base64,'), name !== 'percent-encoded');
    });

  test('is checked with its drop-ins', async () => {
    const rust = '[runtime]\nhypervisor_name = "qemu"\nagent_name = "kata"\n';
    const dropIn = {
      path: '/etc/kata-containers/config.d/10-name',
      source: percent('[runtime]\nname = "virt_container"\n'),
    };
    assert.deepEqual(await found(machineConfig({ source: percent(rust) })), ['runtime error runtime']);
    assert.deepEqual(await found(machineConfig({ source: percent(rust) }, dropIn)), []);
    const other = { ...dropIn, source: percent('[agent.kata]\ndial_timeout = 1\n') };
    assert.deepEqual(await found(machineConfig({ source: percent(`${rust}name = "virt_container"\n`) }, other)), [
      'runtime error dial_timeout',
    ]);
  });

  for (const [name, encode, compression] of forms)
    test(`can start with a byte order mark, which a fix keeps: ${name}`, async () => {
      const yaml = only(encode(`\uFEFF${toml}`), compression);
      assert.equal((await found(yaml)).length, 1);
      assert.equal(contentOf(await fixed(yaml)), `\uFEFF${right}`);
    });

  test("can't be created with a wrong encoding or compression", async () => {
    const cases: readonly (readonly [string, string?])[] = [
      ['data:;base64,a*b'],
      ['data:;base64,AAAAA'],
      ['data:,%zz'],
      [gzip(toml)],
      [base64(toml), 'gzip'],
      [base64(toml), 'xz'],
      [`data:;base64,${gzipSync(toml).subarray(0, 30).toString('base64')}`, 'gzip'],
      [`data:;base64,${Buffer.from([0xff, 0xfe]).toString('base64')}`],
    ];
    for (const [source, compression] of cases) {
      const yaml = only(source, compression);
      assert.deepEqual(await found(yaml), [`syntax error ${source}`], source);
      for (const { message } of await check(yaml)) assert.match(message, /^[^\n`]{20,240}$/);
    }
  });

  test("can be created if it isn't text, but Kata can't read it", async () => {
    const binary = Buffer.from([0xff, 0xfe]);
    for (const [source, compression] of [
      [gzip(toml)],
      [`data:;base64,${binary.toString('base64')}`],
      [`data:;base64,${gzipSync(binary).toString('base64')}`, 'gzip'],
    ] as const)
      assert.match((await check(only(source, compression)))[0]?.message ?? '', /\. Kata can't read the file, so pods /);
    assert.match((await check(only(base64(toml), 'gzip')))[0]?.message ?? '', /\. The nodes can't create \/etc\/kata-/);
  });

  test("isn't checked if it's larger than Kata's configuration files", async () => {
    assert.deepEqual(await found(only(gzip('a'.repeat(50_000_000)), 'gzip')), []);
    for (const [, encode, compression] of forms) {
      const fits = `${toml}#${'a'.repeat(200_000)}\n`;
      assert.equal((await found(only(encode(fits), compression))).length, 1);
      assert.deepEqual(await found(only(encode(`${fits}#${'a'.repeat(800_000)}\n`), compression)), []);
    }
  });

  test('is checked if it is among the first 200 files whose paths are those of Kata', async () => {
    const other = { path: '/etc/kata-containers/other.toml', source: percent('[other]\n') };
    const others = (count: number) => Array.from({ length: count }, () => other);
    assert.equal((await found(machineConfig(...others(199), { source: percent(toml) }))).length, 1);
    assert.deepEqual(await found(machineConfig(...others(200), { source: percent(toml) })), []);
  });

  test('is checked if the files before it have at most 8 MiB', async () => {
    const large = {
      path: '/etc/kata-containers/configuration.toml',
      source: gzip(`${right}#${'a'.repeat(250_000)}\n`),
      compression: 'gzip',
    };
    const config = (count: number) =>
      machineConfig(...Array.from({ length: count }, () => large), { source: percent(toml) });
    assert.equal((await found(config(30))).length, 1);
    assert.deepEqual(await found(config(40)), []);
  });

  test("isn't fetched, and other files aren't checked", async () => {
    for (const source of ['https://example.com/configuration.toml', 's3://bucket/x', '""'])
      assert.deepEqual(await found(only(source)), [], source);
    assert.deepEqual(
      await found(machineConfig({ path: '/etc/other/configuration.toml', source: 'data:;base64,a*b' })),
      [],
    );
    assert.deepEqual(
      await found(machineConfig({ path: '/etc/kata-containers/x.toml', source: percent('[other]\na = 1\n') })),
      [],
    );
  });

  test('follows comments that suppress findings', async () => {
    const comment = '            # osc-ignore-next-line kata-config-unknown-key: a fork\n            source';
    for (const [, encode, compression] of forms)
      assert.deepEqual(await found(only(encode(toml), compression).replace('            source', comment)), []);
  });

  test('is checked in a list', async () => {
    const item = only(percent(toml))
      .replaceAll(/^(?=.)/gm, '    ')
      .replace('    api', '  - api');
    assert.deepEqual(await found(`apiVersion: v1\nkind: List\nitems:\n${item}`), [
      'unknown-key warning defualt_memory',
    ]);
  });
});

describe('configuration.toml in a ConfigMap', () => {
  test('is checked and fixed in place', async () => {
    const yaml = configMap('configuration-qemu.toml', toml);
    assert.deepEqual(await found(yaml), ['unknown-key warning defualt_memory']);
    assert.equal(await fixed(yaml), configMap('configuration-qemu.toml', right));
    const quoted = `kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\ndata:\n  configuration.toml: ${JSON.stringify(toml)}\n`;
    assert.equal(contentOf(await fixed(quoted)), right);
  });
  test("isn't checked under another key", async () =>
    assert.deepEqual(await found(configMap('config.toml', toml)), []));
});

describe('embedded configuration.toml in an editor', () => {
  const place = { document: 0, path: ['spec', 'config', 'storage', 'files', 0, 'contents', 'source'] };
  for (const [name, encode, compression] of forms)
    test(`is read and written in the same encoding: ${name}`, () => {
      const yaml = only(encode(toml), compression);
      assert.deepEqual(readPacked(yaml, place), { language: 'toml', content: toml, fileName: 'configuration.toml' });
      assert.deepEqual(writePacked(yaml, place, toml).edits, []);
      const { edits, problem } = writePacked(yaml, place, right);
      assert.equal(problem, undefined);
      const written = applyEdits(yaml, edits);
      assert.equal(contentOf(written), right);
      const source =
        readDocuments(written).flatMap(({ document }) => listEmbeddedKataConfigs(document))[0]?.node.text ?? '';
      assert.equal(source.slice(0, source.indexOf(',')), encode(toml).slice(0, encode(toml).indexOf(',')));
      assert.equal(decodeDataUrl(source, compression ?? '').text, right);
    });
  test('is read and written in a ConfigMap', () => {
    const at = { document: 0, path: ['data', 'configuration.toml'] };
    for (const content of [
      right,
      '[runtime]',
      '[runtime]\n\n\n',
      '\n  [runtime]\n',
      '[runtime]\na = """\n\n x\n"""\n',
    ]) {
      const yaml = configMap('configuration.toml', toml);
      const { edits, problem } = writePacked(yaml, at, content);
      assert.equal(problem, undefined);
      assert.equal(contentOf(applyEdits(yaml, edits)), content);
    }
  });
  test('has a name from which its role and runtime are recognized', () => {
    const nameOf = (path: string) =>
      readPacked(machineConfig({ path, source: percent('[runtime]\n') }), place).fileName;
    assert.equal(nameOf('/opt/kata/share/runtime-rs/configuration.toml'), 'runtime-rs/configuration.toml');
    assert.equal(nameOf('/etc/kata-containers/config.d/10-x.toml'), 'config.d/configuration.toml');
  });
  test("can't be replaced after an anchor", () => {
    const yaml = only(`&a ${percent(toml)}`);
    assert.match(writePacked(yaml, place, right).problem ?? '', /anchor/);
  });
});

describe('completion in percent-encoded configuration files', () => {
  for (const quote of ['', '"', "'"])
    test(`replaces all escapes of the replaced text, with ${quote === '' ? 'no quotes' : quote}`, async () => {
      const yaml = only(`${quote}${percent('[hypervisor.qemu]\ndefault_memory = 1\n[run]')}${quote}`);
      const file = new OpenFile(TextDocument.create('file:///workspace/mc.yaml', 'yaml', 1, yaml));
      const position = file.text.positionAt(yaml.indexOf('Brun%5D') + 'Brun'.length);
      const items = await kataConfigService.completion?.(file, position, {} as LanguageContext);
      assert.ok(Array.isArray(items));
      const { textEdit } = items.find(({ label }) => label === '[runtime]') ?? assert.fail(JSON.stringify(items));
      assert.ok(textEdit !== undefined && 'range' in textEdit);
      assert.equal(file.text.getText(textEdit.range), '%5Brun%5D');
      const completed = TextDocument.applyEdits(file.text, [textEdit]);
      assert.equal(contentOf(completed), '[hypervisor.qemu]\ndefault_memory = 1\n[runtime]');
    });
});
