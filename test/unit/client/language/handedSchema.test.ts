/** Tests the schema in the Red Hat YAML extension, with the library on which that extension is based. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server';
import { handedSchema } from '#client/language/otherExtensions/yamlExtensionSchema.ts';
import { logLevels } from '#core/kinds/kataConfig.ts';
import { byText } from '#test/support/repository/compareText.ts';

const uri = 'file:///workspace/file.yaml';
const service = getLanguageService({
  schemaRequestService: (wanted) =>
    wanted === 'osc://schema/manifests'
      ? Promise.resolve(JSON.stringify(handedSchema))
      : Promise.reject(new Error(`nobody asked for ${wanted}`)),
  workspaceContext: { resolveRelativePath: (relative) => relative },
  clientCapabilities: {
    textDocument: { completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } } },
  },
});
service.configure({ completion: true, hover: true, validate: true, schemas: [] });
service.registerCustomSchemaProvider(() => Promise.resolve('osc://schema/manifests'));

const head = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  enablePeerPods: 7\n  logLevel: [1]\n';
let version = 0;
const documentOf = (text: string) => TextDocument.create(uri, 'yaml', ++version, text);

async function problems(text: string): Promise<string[]> {
  const found = await service.doValidation(documentOf(text), false);
  return found.map(({ message, range }) => `${range.start.line}: ${JSON.stringify(message)}`);
}
/** Requests completion at `|`. */
async function offered(text: string) {
  const document = documentOf(text.replace('|', ''));
  const { items } = await service.doComplete(document, document.positionAt(text.indexOf('|')), false);
  return items;
}
async function hoverOver(text: string, word: string): Promise<string> {
  const document = documentOf(text);
  const hover = await service.doHover(document, document.positionAt(text.indexOf(word) + 1));
  const contents = hover?.contents ?? '';
  return typeof contents === 'string' || Array.isArray(contents) ? JSON.stringify(contents) : contents.value;
}

describe('schema validation in the YAML extension', () => {
  test('accepts a valid KataConfig', async () =>
    assert.deepEqual(await problems(`${head}spec:\n  logLevel: debug\n  enablePeerPods: true\n`), []));
  test('leaves errors to the rules of this extension that cover them', async () => {
    assert.deepEqual(await problems(`${head}spec:\n  logLevel: Debug\n  enablePeerpods: true\n`), []);
    assert.deepEqual(await problems('apiVersion: kataconfiguration.openshift.io/v2\nkind: Kataconfig\n'), []);
    assert.deepEqual(
      await problems(
        `${head}spec:\n  kataConfigPoolSelector:\n    zone: a\n    matchExpressions:\n      - operator: Inn\n`,
      ),
      [],
    );
  });
  test('reports wrong types', async () => {
    const found = await problems(`${head}spec:\n  enablePeerPods: "true"\n  checkNodeEligibility: 1\n`);
    assert.deepEqual(found.map((problem) => problem.split(':')[0]).toSorted(byText), ['5', '6']);
  });
  test('ignores other kinds in the same file', async () => {
    assert.deepEqual(await problems(pod), []);
    assert.deepEqual(await problems(`${pod}---\n${head}spec:\n  logLevel: info\n---\n${pod}`), []);
    assert.equal((await problems(`${pod}---\n${head}spec:\n  enablePeerPods: 7\n---\n${pod}`)).length, 1);
  });
  test('ignores a file without OSC resources', async () => assert.deepEqual(await problems('a: 1\nb: [2]\n'), []));
});

describe('schema completion in the YAML extension', () => {
  test('offers fields', async () => {
    const labels = (await offered(`${head}spec:\n  |`)).map(({ label }) => label);
    for (const field of ['logLevel', 'enablePeerPods', 'checkNodeEligibility', 'kataConfigPoolSelector'])
      assert.ok(labels.includes(field), field);
  });
  test('inserts a key without its default, so that every value is offered', async () => {
    const item = (await offered(`${head}spec:\n  logL|`)).find(({ label }) => label === 'logLevel');
    assert.equal(item?.insertText?.trimEnd(), 'logLevel:');
  });
  test('offers log levels', async () => {
    const labels = (await offered(`${head}spec:\n  logLevel: |`)).map(({ label }) => label);
    for (const level of Object.keys(logLevels)) assert.ok(labels.includes(level), level);
  });
  test('offers no KataConfig fields in another kind', async () => {
    const labels = (await offered(`${head}---\napiVersion: v1\nkind: Pod\nspec:\n  |`)).map(({ label }) => label);
    assert.deepEqual(
      labels.filter((label) => ['logLevel', 'enablePeerPods'].includes(label)),
      [],
    );
  });
});

describe('schema hover in the YAML extension', () => {
  const text = `${head}spec:\n  logLevel: debug\n`;
  test('explains a field', async () => assert.match(await hoverOver(text, 'logLevel'), /CRI-O log level.*reboot/s));
  test('explains the object', async () =>
    assert.match(await hoverOver(text, 'spec'), /Node selection and settings for Kata/));
  test('shows nothing in another kind', async () => assert.equal(await hoverOver(pod, 'logLevel'), ''));
});
