/** Tests the logs of the VS Code that `npm start` and tests run. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { writtenLogs } from '#scripts/vscode/logModule.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-logs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('VS Code without its native module writes its logs, also in the processes that it forks', () => {
  const spdlog = path.join(folder, 'node_modules/@vscode/spdlog');
  mkdirSync(spdlog, { recursive: true });
  writeFileSync(path.join(spdlog, 'package.json'), JSON.stringify({ name: '@vscode/spdlog', main: 'index.js' }));
  writeFileSync(path.join(spdlog, 'index.js'), `module.exports = require('bindings')('spdlog');\n`);
  writeFileSync(
    path.join(folder, 'child.js'),
    `const { Logger } = require('@vscode/spdlog');
    const log = new Logger('rotating', 'main', process.argv[2]);
    log.warn('from a child: ' + String(process.env.NODE_OPTIONS));
    const plain = new Logger('rotating', 'plain', process.argv[2]);
    plain.clearFormatters();
    plain.info('a part');
    `,
  );
  writeFileSync(
    path.join(folder, 'main.js'),
    `require('node:child_process').fork(${JSON.stringify(path.join(folder, 'child.js'))}, [process.argv[2]]);\n`,
  );
  const file = path.join(folder, 'log.txt');
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'main.js'), file], {
    env: { ...process.env, ...writtenLogs(folder) },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(
    readFileSync(file, 'utf8'),
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[warning\] from a child: undefined\na part$/,
  );
});
