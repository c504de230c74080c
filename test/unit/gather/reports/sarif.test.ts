/** Tests that the SARIF report is valid, with and without findings. */
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import Ajv from 'ajv-draft-04';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { sarifReport } from '#gather/reports/sarifReport.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

// Formats aren't part of this test, and the library includes none.
const validate = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

for (const name of ['install-no-operator-group', 'uninstall-leftovers', 'two-workers-installed']) {
  test(`SARIF report of ${name} is valid, with a rule and locations for each result`, async () => {
    const gathered = await readFiles(mustGatherFiles(stage({ name }), 'cluster'));
    const findings = diagnose(gathered);
    const summary = {
      openShift: undefined,
      operator: undefined,
      operatorState: '',
      kata: '',
      health: 'unknown' as const,
      nodes: undefined,
      at: gathered.at,
    };
    const log = sarifReport({ gathered, findings, summary }, '1.2.3');
    assert.ok(validate(JSON.parse(JSON.stringify(log))), JSON.stringify(validate.errors));
    const [run] = log.runs;
    assert.equal(run?.results?.length, findings.length);
    for (const { id, docs } of findings)
      if (docs !== undefined)
        assert.ok(
          run?.tool.driver.rules?.some((rule) => rule.id === id && rule.helpUri?.startsWith('https://')),
          id,
        );
    for (const { ruleId, ruleIndex = -1, locations = [] } of run?.results ?? []) {
      assert.equal(run?.tool.driver.rules?.[ruleIndex]?.id, ruleId);
      for (const { physicalLocation } of locations)
        assert.doesNotMatch(physicalLocation?.artifactLocation?.uri ?? '', /^\/|\.\./);
    }
  });
}
