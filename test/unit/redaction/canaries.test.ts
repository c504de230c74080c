/** Tests that no output contains planted credentials, whatever their form, encoding, and position. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { writeArchive } from '#client/mustGather/supportArchive/writeArchive.ts';
import { createToolResult } from '#core/assistants/toolResult.ts';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { diagnoses } from '#core/diagnosis/allDiagnoses.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { redactText } from '#core/redaction/index.ts';
import { formatReport, formats } from '#gather/reports/index.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { random } from '#test/support/randomInput/random.ts';
import { mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { canary, leakedCredentials, type Canary } from './canaryForms.ts';

const seed = Number(process.env['OSC_CANARY_SEED'] ?? 18);
/**
 * The files with the canaries of one run. The bundle test uses each of them; tests of outputs that show little of a
 * file use fewer.
 */
const count = 2000;
const [inReports, inAnswers] = [300, 600];

function canaries(from: number, many: number): readonly Canary[] {
  const chance = random(from);
  return Array.from({ length: many }, () => canary(chance));
}

/** Fails with each canary in an output and a description of how it was generated. */
function assertNoneIn(outputOf: (one: Canary, index: number) => string, all: readonly Canary[]): void {
  const survived = all.flatMap((one, index) => {
    const form = leakedCredentials(one.core, outputOf(one, index));
    return form === undefined ? [] : [`${one.made}: ${form} of ${one.core}`];
  });
  assert.deepEqual(survived, [], `seed ${seed}: ${survived.length} of ${all.length} survived`);
}

/** Returns the canaries in the unredacted output. A canary that never appears proves nothing. */
function assertAllIn(all: readonly Canary[]): void {
  const shown = all.filter(({ core, text }) => leakedCredentials(core, text) !== undefined).length;
  // The others are compressed with gzip or encoded twice.
  assert.ok(shown > all.length * 0.6, `${shown} of ${all.length} canaries are in their files`);
}

describe('planted credentials', () => {
  test(`are redacted in a support archive (${count} credentials)`, async () => {
    const all = canaries(seed, count);
    assertAllIn(all);
    const root = mkdtempSync(path.join(os.tmpdir(), 'osc-canaries-'));
    try {
      const folder = path.join(root, 'must-gather');
      for (const [index, { path: name, text }] of all.entries()) {
        const file = path.join(folder, String(index), name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      const zip = path.join(root, 'bundle.zip');
      const options = {
        redact: true,
        include: new Set<string>(),
        signal: new AbortController().signal,
        progress: () => undefined,
      };
      const { leftOut } = await writeArchive(folder, zip, options);
      assert.deepEqual(leftOut, []);
      const outputs = new Map<number, string>();
      for await (const file of (await openSource(zip)).files({
        refused: ({ path: refused }) => assert.fail(refused),
      })) {
        const parts: Uint8Array[] = [];
        for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
        const [, index = 'none'] = /^must-gather\/(\d+)\//.exec(file.path) ?? [];
        if (index !== 'none') outputs.set(Number(index), Buffer.concat(parts).toString());
      }
      assert.equal(outputs.size, all.length);
      assertNoneIn((_one, index) => outputs.get(index) ?? '', all);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  test(`are redacted in assistant responses (${inAnswers} credentials)`, () => {
    const all = canaries(seed + 1, inAnswers);
    assertNoneIn(({ text }) => {
      const asValue = { findings: [{ about: 'x', message: text, evidence: [{ line: 1, text }] }] };
      return JSON.stringify(
        createToolResult({ headline: 'It says something.', lines: text.split('\n'), data: asValue }, allParsers),
      );
    }, all);
  });

  test(`are redacted in must-gather reports (${inReports} credentials)`, async () => {
    // A report shows single lines, so a value of several lines is never complete in it.
    const all = canaries(seed + 2, inReports * 3)
      .filter(({ text }) => !text.trim().includes('\n'))
      .slice(0, inReports);
    const files = mustGatherFiles(stage({ name: 'install-node-degraded' }), 'cluster');
    const patterns = diagnoses.flatMap(({ log }) => (log === undefined ? [] : [log.pattern]));
    const outputs: string[] = [];
    let isShown = false;
    for (const { text, core } of all) {
      const line = text.trim();
      const planted = files.map((file) => ({
        ...file,
        text: file.text
          .replaceAll('failed to drain node', () => `failed to drain node '${line.replaceAll("'", '')}'`)
          .split('\n')
          .map((one) =>
            /logs?/.test(file.path) && patterns.some((pattern) => pattern.test(one)) ? `${one} ${line}` : one,
          )
          .join('\n'),
      }));
      const gathered = await readFiles(planted);
      const summary = {
        openShift: undefined,
        operator: undefined,
        operatorState: '',
        kata: '',
        health: 'unknown' as const,
        nodes: undefined,
        at: gathered.at,
      };
      const report = { gathered, findings: diagnose(gathered), summary };
      isShown ||=
        planted.some(({ text: one }) => one.includes(core)) &&
        report.findings.some(({ evidence }) => evidence.some((mark) => mark.text.includes('***')));
      const shown = formats.map((format) => {
        const formatted = formatReport(report, format, '1');
        return 'text' in formatted ? formatted.text : formatSanitizedJson(formatted.value);
      });
      outputs.push(shown.join('\n'));
    }
    assert.ok(isShown, 'no planted line was shown');
    assertNoneIn((_one, index) => outputs[index] ?? '', all);
  });

  test('leave more than 99.9% of the lines of the sample must-gathers unchanged', () => {
    let [lines, changed] = [0, 0];
    for (const name of ['two-workers-installed', 'peer-pods', 'install-node-degraded', 'install-pool-paused']) {
      for (const { path: file, text } of mustGatherFiles(stage({ name }), 'cluster')) {
        const clean = redactText(text, file, allParsers).split('\n');
        for (const [index, line] of text.split('\n').entries()) {
          lines += 1;
          if (clean[index] !== line) changed += 1;
        }
      }
    }
    assert.ok(lines > 5000, `${lines} lines`);
    assert.ok(changed < lines / 1000, `${changed} of ${lines} lines changed`);
  });
});
