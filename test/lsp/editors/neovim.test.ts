/**
 * Tests the configurations for Neovim in docs/editors.md with the installed Neovim: a finding appears in a KataConfig,
 * a policy, and initdata. Skipped if Neovim isn't installed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { dist, root } from '#test/support/lsp/editor.ts';

const files = {
  'kataconfig.yaml':
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  logLevel: verbose\n',
  'policy.rego': 'package agent_policy\n\ndefault ExecProcessRequest := false\ndefault ExecProcessRequest := false\n',
  'initdata.toml': 'algorithm = "md5"\nversion = "0.1.0"\n\n[data]\n',
} as const;
const expected = {
  'kataconfig.yaml': 'osc/kataconfig-loglevel',
  'policy.rego': 'osc/rego-second-default',
  'initdata.toml': 'osc/initdata-algorithm',
} as const;

/** Returns the version of the installed Neovim, such as `[0, 7]`. Returns undefined if there is none. */
function installedVersion(): readonly [number, number] | undefined {
  const { status, stdout } = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
  const found = status === 0 ? /^NVIM v(\d+)\.(\d+)/.exec(stdout) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

/** Returns the code block below a heading of docs/editors.md. */
function blockBelow(heading: string, language: string): string {
  const page = readFileSync(path.join(root, 'docs/editors.md'), 'utf8');
  const section = page.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  const block = section.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  assert.ok(block !== undefined, heading);
  return block;
}

/** Opens each file, waits for its findings, and writes their codes to standard output as JSON. */
const openFiles = `
local found = {}
for _, name in ipairs({ ${Object.keys(files)
  .map((name) => `'${name}'`)
  .join(', ')} }) do
  vim.cmd('edit ' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 50)
  local codes = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    local lsp = (one.user_data or {}).lsp or {}
    table.insert(codes, one.code or lsp.code or one.message)
  end
  found[name] = codes
end
io.stdout:write(vim.fn.json_encode({ found = found, clients = #vim.lsp.get_active_clients() }))
vim.cmd('qall!')
`;

const version = installedVersion();
const [major = 0, minor = 0] = version ?? [];

describe('Neovim with the documented configuration', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc neovim '));
  after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);

  for (const { heading, isSupported } of [
    { heading: 'Neovim 0.11 or later', isSupported: major > 0 || minor >= 11 },
    { heading: 'Neovim 0.7 to 0.10', isSupported: major === 0 && minor >= 7 && minor <= 10 },
  ])
    test(
      `shows findings in all languages: ${heading}`,
      { skip: version === undefined ? 'Neovim is not installed' : !isSupported && `not for Neovim ${major}.${minor}` },
      () => {
        const config = blockBelow(heading, 'lua')
          .replace("'/path/to/dist/server.js'", JSON.stringify(path.join(dist, 'server.js')))
          .replace("'node'", JSON.stringify(process.execPath));
        const fileTypes = blockBelow('Rego and PromQL files', 'vim');
        writeFileSync(path.join(folder, 'init.vim'), `filetype on\n${fileTypes}\nlua << EOF\n${config}\nEOF\n`);
        writeFileSync(path.join(folder, 'open.lua'), openFiles);
        const { status, stdout, stderr } = spawnSync(
          'nvim',
          ['--headless', '-n', '-i', 'NONE', '-u', 'init.vim', '-c', 'luafile open.lua'],
          {
            cwd: folder,
            encoding: 'utf8',
            timeout: 90_000,
            env: { ...process.env, LC_ALL: 'C.UTF-8', XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder },
          },
        );
        assert.equal(status, 0, stderr);
        const { found, clients } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
          found: Record<string, readonly string[]>;
          clients: number;
        };
        for (const [name, rule] of Object.entries(expected))
          assert.ok(found[name]?.includes(rule), `${name}: ${JSON.stringify(found[name])}`);
        assert.equal(clients, 1, 'one server for all files');
      },
    );
});

test('the examples for all editors register every language', () => {
  const page = readFileSync(path.join(root, 'docs/editors.md'), 'utf8');
  const languages = ['yaml', 'rego', 'toml', 'promql', 'json', 'markdown', 'bash'];
  for (const heading of ['Neovim 0.11 or later', 'Neovim 0.7 to 0.10', 'Helix', 'Emacs']) {
    const section = page.split(`### ${heading}`)[1]?.split('\n### ')[0] ?? '';
    for (const language of languages) assert.ok(section.includes(language), `${heading}: ${language}`);
  }
});
