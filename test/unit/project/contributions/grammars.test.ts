/**
 * Tests the grammars of the extension with the tokenizer of VS Code. Skipped if VS Code isn't installed (tools/vscode).
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';

/** Parts of `vscode-textmate` and `vscode-oniguruma` that the tests use. */
interface Textmate {
  readonly INITIAL: unknown;
  readonly Registry: new (options: object) => { loadGrammar(scope: string): Promise<Grammar> };
  parseRawGrammar(text: string, file: string): unknown;
}
interface Grammar {
  tokenizeLine(line: string, state: unknown): { readonly ruleStack: unknown; readonly tokens: readonly Token[] };
}
interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}
interface Oniguruma {
  loadWASM(file: ArrayBufferLike): Promise<void>;
  readonly OnigScanner: new (patterns: readonly string[]) => object;
  readonly OnigString: new (text: string) => object;
}

const vscode = path.join(repositoryRoot, 'tools/vscode/node_modules/code-server/lib/vscode');
const require = createRequire(path.join(vscode, 'package.json'));
const grammarFiles: Readonly<Record<string, string>> = {
  'source.toml.osc': path.join(repositoryRoot, 'media/toml.tmLanguage.json'),
  'source.rego.osc': path.join(repositoryRoot, 'media/rego.tmLanguage.json'),
  'source.yaml.osc-embedded': path.join(repositoryRoot, 'media/yaml-embedded.tmLanguage.json'),
  'source.yaml': path.join(vscode, 'extensions/yaml/syntaxes/yaml.tmLanguage.json'),
  ...Object.fromEntries(
    ['1.0', '1.1', '1.2', '1.3'].map((id) => [
      `source.yaml.${id}`,
      path.join(vscode, `extensions/yaml/syntaxes/yaml-${id}.tmLanguage.json`),
    ]),
  ),
};

async function load(scope: string): Promise<{ readonly textmate: Textmate; readonly grammar: Grammar }> {
  const textmate = require('vscode-textmate') as Textmate;
  const oniguruma = require('vscode-oniguruma') as Oniguruma;
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: readonly string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name: string) => {
      const file = grammarFiles[name];
      return file === undefined ? null : textmate.parseRawGrammar(readFileSync(file, 'utf8'), file);
    },
    getInjections: (name: string) => (name === 'source.yaml' ? ['source.yaml.osc-embedded'] : undefined),
  });
  return { textmate, grammar: await registry.loadGrammar(scope) };
}

/** Returns the innermost scope of each word, as `line:word`. */
async function scopesIn(scope: string, text: string): Promise<ReadonlyMap<string, string>> {
  const { textmate, grammar } = await load(scope);
  const found = new Map<string, string>();
  let state = textmate.INITIAL;
  for (const [index, line] of text.split('\n').entries()) {
    const { ruleStack, tokens } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens)
      found.set(`${index + 1}:${line.slice(startIndex, endIndex).trim()}`, scopes.at(-1) ?? '');
  }
  return found;
}

function assertScopes(found: ReadonlyMap<string, string>, expected: Readonly<Record<string, RegExp>>): void {
  for (const [word, scope] of Object.entries(expected))
    assert.match(found.get(word) ?? 'nothing', scope, `${word} in ${JSON.stringify([...found])}`);
}

const key = /^entity\.name\.tag\./;
const string = /^string\./;
const section = /^entity\.name\.section\./;

describe(
  'grammar',
  {
    skip: existsSync(path.join(vscode, 'node_modules/vscode-textmate'))
      ? false
      : 'VS Code is not installed in tools/vscode',
  },
  () => {
    test('of TOML colors comments, keys, strings, tables, and values', async () => {
      const text = `# a comment
algorithm = "sha384" # why
"quoted key".dotted = 'literal'
[data]
[[ list . "of things" ]]
count = 1_000
on = true
at = 2026-11-21T10:41:00Z
lists = [ "a", ["b"], { c = 1.5 } ]
escaped = "a\\nb"
text = """
# no comment
"""
after = 1`;
      assertScopes(await scopesIn('source.toml.osc', text), {
        '1:a comment': /^comment\./,
        '2:algorithm': key,
        '2:sha384': string,
        '2:why': /^comment\./,
        '3:"quoted key"': key,
        '3:dotted': key,
        "3:'literal'": string,
        '4:data': section,
        '5:list': section,
        '5:"of things"': section,
        '6:1_000': /^constant\.numeric\./,
        '7:true': /^constant\.language\./,
        '8:2026-11-21T10:41:00Z': /^constant\.other\.date\./,
        '9:b': string,
        '9:c': key,
        '9:1.5': /^constant\.numeric\./,
        '10:\\n': /^constant\.character\.escape\./,
        '12:# no comment': string,
        '14:after': key,
      });
    });

    test('of TOML colors the TOML and the Rego of initdata', async () => {
      const text = readFileSync(path.join(repositoryRoot, 'samples/osc-1.12-aws/initdata.toml'), 'utf8');
      const line = (contents: string) => text.split('\n').indexOf(contents) + 1;
      assertScopes(await scopesIn('source.toml.osc', text), {
        [`${line("\"aa.toml\" = '''")}:"aa.toml"`]: key,
        [`${line('[token_configs.kbs]')}:kbs`]: section,
        [`${line('socket = "unix:///run/confidential-containers/cdh.sock"')}:socket`]: key,
        [`${line('name = "cc_kbc"')}:cc_kbc`]: string,
        [`${line('package agent_policy')}:package`]: /^keyword\./,
        [`${line('default ExecProcessRequest := false')}:default`]: /^keyword\./,
        [`${line('default ExecProcessRequest := false')}:false`]: /^constant\.language\./,
      });
    });

    test('of YAML colors TOML and Rego in block scalars, and ends with them', async () => {
      const text = `data:
  aa.toml: |
    # a comment
    [token_configs.kbs]
    url = "https://example.com"

    retries = 5
  "policy.rego": |-
    package agent_policy

    default ExecProcessRequest := false
  plain: |
    url = "https://example.com"
  other: value
items:
- initdata.toml: >
    a = 1
  name: b`;
      assertScopes(await scopesIn('source.yaml', text), {
        '2:aa.toml': key,
        '3:a comment': /^comment\..*\.toml$/,
        '4:kbs': section,
        '5:url': /^entity\.name\.tag\.toml$/,
        '5:https://example.com': string,
        '7:5': /^constant\.numeric\.toml$/,
        '9:package': /^keyword\..*\.rego$/,
        '11:false': /^constant\.language\.rego$/,
        '12:plain': /\.yaml$/,
        '13:url = "https://example.com"': /^string\.unquoted\.block\.yaml$/,
        '14:other': /\.yaml$/,
        '17:a': /^entity\.name\.tag\.toml$/,
        '18:name': /\.yaml$/,
      });
    });
  },
);
