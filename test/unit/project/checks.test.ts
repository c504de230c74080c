/** Lint rejects imports that the architecture forbids. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { lintProbes } from '#test/support/repository/lintProbes.ts';

describe('import lint', () => {
  const cases: readonly [file: string, line: string][] = [
    ['core/ringProbe.ts', "import { readFileSync } from 'node:fs';\nexport const probe = readFileSync;\n"],
    ['core/kinds/ringProbe.ts', "import { rules } from '../../server/src/rules/index.ts';\nexport const probe = rules;\n"],
    ['server/src/rules/ringProbe.ts', "import { getLanguageService } from 'yaml-language-server';\nexport const probe = getLanguageService;\n"],
    ['server/src/cli/ringProbe.ts', "import { checkCluster } from '#client/operations/preflight/checkCluster.ts';\nexport const probe = checkCluster;\n"],
    // The server runs in browsers, too: what is of Node is in server/src/platform.
    ['server/src/rules/ringProbeGlobal.ts', "export const probe = Buffer.from('');\n"],
    ['server/src/ringProbe.ts', "import { window } from 'vscode';\nexport const probe = window;\n"],
    ['gather/src/ringProbe.ts', "import { simulate } from '../../simulator/src/main.ts';\nexport const probe = simulate;\n"],
    ['gather/src/ringProbeNet.ts', "import { request } from 'node:https';\nexport const probe = request;\n"],
    ['client/src/demo/ringProbe.ts', "import { simulate } from '#simulator/simulate.ts';\nexport const probe = simulate;\n"],
    ['client/src/demo/ringProbeApi.ts', "import { Audit } from '#simulator/api/auth/auditLog.ts';\nexport const probe = Audit;\n"],
    ['client/src/ringProbe.ts', "import { startServer } from '../../server/src/server.ts';\nexport const probe = startServer;\n"],
  ];
  const allowed = ['core/ringProbeAllowed.ts', "import { knownKinds } from './kinds/index.ts';\nexport const probe = knownKinds;\n"] as const;
  let found: ReadonlyMap<string, readonly string[]>;
  before(() => {
    found = lintProbes([...cases, allowed]);
  });
  for (const [file] of cases) {
    test(`rejects a forbidden dependency in ${file}`, () => assert.match(found.get(file)?.join() ?? '', /no-restricted-(?:imports|globals)/));
  }
  test('accepts an allowed import', () => assert.deepEqual(found.get(allowed[0]), []));
});
