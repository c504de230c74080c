/** What the machine checks is really checked: generated files are up to date, and the rings of the house hold. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../..');
const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

test('generated files are up to date', () => {
  const { status, stdout, stderr } = node('scripts/generate/index.ts', '--check');
  assert.equal(status, 0, stdout + stderr);
});

describe('the lint catches an import against the rings', () => {
  const cases: readonly [file: string, line: string][] = [
    ['core/ringProbe.ts', "import { readFileSync } from 'node:fs';\nexport const probe = readFileSync;\n"],
    ['core/kinds/ringProbe.ts', "import { rules } from '../../server/src/rules/index.ts';\nexport const probe = rules;\n"],
    ['server/src/rules/ringProbe.ts', "import { getLanguageService } from 'yaml-language-server';\nexport const probe = getLanguageService;\n"],
    ['server/src/cli/ringProbe.ts', "import { checkCluster } from '../../../client/src/lifecycle/preflightMain.ts';\nexport const probe = checkCluster;\n"],
    // The server runs in browsers, too: what is of Node is in server/src/platform.
    ['server/src/rules/ringProbeGlobal.ts', "export const probe = Buffer.from('');\n"],
    ['server/src/ringProbe.ts', "import { window } from 'vscode';\nexport const probe = window;\n"],
    ['gather/src/ringProbe.ts', "import { simulate } from '../../simulator/src/main.ts';\nexport const probe = simulate;\n"],
    ['gather/src/ringProbeNet.ts', "import { request } from 'node:https';\nexport const probe = request;\n"],
    ['client/src/demo/ringProbe.ts', "import { simulate } from '../../../simulator/src/simulate.ts';\nexport const probe = simulate;\n"],
    ['client/src/demo/ringProbeApi.ts', "import { Audit } from '../../../simulator/src/api/audit.ts';\nexport const probe = Audit;\n"],
    ['client/src/ringProbe.ts', "import { startServer } from '../../server/src/server.ts';\nexport const probe = startServer;\n"],
  ];
  for (const [file, text] of cases) {
    test(file, () => {
      const full = path.join(root, file);
      writeFileSync(full, text);
      try {
        const { status, stdout } = node('node_modules/oxlint/bin/oxlint', file);
        assert.equal(status, 1, stdout);
        assert.match(stdout, /no-restricted-(?:imports|globals)/);
      } finally {
        rmSync(full);
      }
    });
  }
  test('and has nothing against one that is allowed', () => {
    const full = path.join(root, 'core/ringProbeAllowed.ts');
    writeFileSync(full, "import { knownKinds } from './kinds/index.ts';\nexport const probe = knownKinds;\n");
    try {
      const { status, stdout } = node('node_modules/oxlint/bin/oxlint', 'core/ringProbeAllowed.ts');
      assert.equal(status, 0, stdout);
    } finally {
      rmSync(full);
    }
  });
});
