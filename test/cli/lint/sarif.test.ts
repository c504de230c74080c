/**
 * Tests SARIF 2.1.0 output against the published JSON schema (from Microsoft's test package for SARIF) and the
 * additional requirements of code scanning services.
 */
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import Ajv from 'ajv-draft-04';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Log, ReportingDescriptor, Run } from 'sarif';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { newestRelease } from '#core/product/releases.ts';
import { renderSource, splitSources } from '#core/product/sourceLinks.ts';
import { formatSarif } from '#server/cli/formats/sarif.ts';
import { rules } from '#server/cli/rules.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import { bad, clean, folderOf, head, lint } from '../osc.ts';

const uriCharacters = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-F]{2})*$/i;
const validate = new Ajv.default({
  strict: false,
  // One pattern of the schema isn't a valid regular expression in Unicode mode.
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => uriCharacters.test(text) && URL.canParse(text),
    'uri-reference': (text: string) => uriCharacters.test(text) && URL.canParse(text, 'file:///'),
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
}).compile<Log>(schema);

/** Validates a SARIF log and returns its only run. */
function runOf(text: string): Run {
  const log: unknown = JSON.parse(text);
  assert.ok(validate(log), JSON.stringify(validate.errors));
  assert.equal(log.runs.length, 1);
  const [run] = log.runs;
  assert.ok(run?.results !== undefined);
  const { rules: described = [] } = run.tool.driver;
  for (const { ruleId, ruleIndex = -1 } of run.results) assert.equal(described[ruleIndex]?.id, ruleId);
  for (const rule of described) checkHelp(rule);
  assert.match(run.originalUriBaseIds?.['ROOT']?.uri ?? '', /^file:\/\/\/.*\/$/);
  return run;
}

/** Checks the help of a rule. A code scanning service has no other text to explain its findings. */
function checkHelp({
  id,
  name,
  shortDescription,
  fullDescription,
  help,
  helpUri,
  defaultConfiguration,
}: ReportingDescriptor): void {
  assert.match(name ?? '', /^[A-Z][A-Za-z0-9]+$/, id);
  for (const text of [shortDescription?.text, fullDescription?.text, help?.text]) {
    assert.match(text ?? '', /\w{3}/, id);
    assert.doesNotMatch(text ?? '', /`|\]\(|\*\*/, `${id}: text is not Markdown`);
  }
  // GitHub rejects longer descriptions.
  for (const text of [shortDescription?.text, fullDescription?.text]) assert.ok((text ?? '').length <= 1024, id);
  assert.match(help?.markdown ?? '', /Sources:\n\n- \[?\w/, id);
  assert.ok(helpUri === undefined || helpUri.startsWith('https://'), id);
  assert.ok(['error', 'warning', 'note'].includes(defaultConfiguration?.level ?? ''), id);
}

async function sarif(args: readonly string[], options: { cwd?: string; input?: string }): Promise<Run> {
  return runOf((await lint(['--format', 'sarif', ...args], options)).stdout);
}

const placesOf = ({ results = [] }: Run) => results.map(({ locations }) => locations?.[0]?.physicalLocation);

test('SARIF log contains findings with their rules and locations', async () => {
  const cwd = folderOf({ 'a b/ü#1.yaml': bad, 'z.yaml': `${head}  namespace: x\nspec:\n  logLevel: debug\n` });
  const run = await sarif(['.'], { cwd });
  const places = placesOf(run);
  assert.deepEqual(
    run.results?.map(({ ruleId, level }, index) => [ruleId, level, places[index]?.artifactLocation?.uri]),
    [
      ['osc/kataconfig-loglevel', 'error', 'a%20b/%C3%BC%231.yaml'],
      ['osc/kataconfig-namespaced', 'warning', 'z.yaml'],
      ['osc/kataconfig-loglevel-debug', 'note', 'z.yaml'],
    ],
  );
  assert.equal(run.tool.driver.rules?.length, 3);
  for (const { helpUri } of run.tool.driver.rules)
    assert.match(helpUri ?? '', /^https:\/\/docs\.redhat\.com\/.*\/1\.12\//);
  const older = await sarif(['--release', '1.8', 'a b'], { cwd });
  assert.match(older.tool.driver.rules?.[0]?.helpUri ?? '', /\/1\.8\/html\/user_guide\/collecting-log-data$/);
  assert.deepEqual(places[0]?.region, { startLine: 6, startColumn: 13, endLine: 6, endColumn: 18 });
});

test('SARIF log supports empty results and standard input', async () => {
  assert.deepEqual((await sarif(['-'], { input: clean })).results, []);
  assert.deepEqual((await sarif(['.'], { cwd: folderOf({}) })).results, []);
  assert.equal(placesOf(await sarif(['-'], { input: bad }))[0]?.artifactLocation?.uri, 'stdin');
});

describe('SARIF rule description', () => {
  for (const rule of rules) {
    const id = toPublicRuleId(rule.id);
    test(`exists for ${id}`, () => {
      const problem = {
        file: 'a.yaml',
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 2,
        severity: rule.severity,
        rule: id,
        message: 'x',
        fixable: false,
      };
      const described = runOf(formatSarif([problem], newestRelease)).tool.driver.rules;
      assert.deepEqual(
        described?.map((one) => [one.id, one.shortDescription?.text]),
        [[id, rule.title()]],
      );
      for (const part of [rule.why(), ...splitSources(rule.source).map(renderSource)])
        assert.ok(described?.[0]?.help?.markdown?.includes(part), part);
      assert.equal(described?.[0]?.helpUri, findRuleDocs(rule, newestRelease)?.url);
      const level = { error: 'error', warning: 'warning', info: 'note', hint: 'note' }[rule.severity];
      assert.equal(described?.[0]?.defaultConfiguration?.level, level);
    });
  }
});

describe('SARIF schema', () => {
  const log = (run: unknown) => ({ version: '2.1.0', runs: [run] });
  const driver = { name: 'x' };
  const location = (uri: string) => ({ physicalLocation: { artifactLocation: { uri } } });
  test('accepts a minimal log', () => assert.ok(validate(log({ tool: { driver } })), JSON.stringify(validate.errors)));
  for (const [name, run] of [
    ['a log without a tool', {}],
    ['an unknown property', { tool: { driver }, nope: 1 }],
    ['an unknown level', { tool: { driver }, results: [{ message: { text: 'x' }, level: 'info' }] }],
    [
      'a URI with a space',
      { tool: { driver }, results: [{ message: { text: 'x' }, locations: [location('a b.yaml')] }] },
    ],
    [
      'a line number of 0',
      {
        tool: { driver },
        results: [{ message: { text: 'x' }, locations: [{ physicalLocation: { region: { startLine: 0 } } }] }],
      },
    ],
  ] as const) {
    test(`rejects ${name}`, () => assert.equal(validate(log(run)), false));
  }
});

describe('security advisories in reports', () => {
  const example = rules.find(({ id }) => id === 'rego-advisory-copyfile')?.examples()[0].avoid ?? '';
  const advisory = {
    id: 'GHSA-q49m-57vm-c8cc',
    aliases: ['CVE-2026-41326'],
    affected: 'genpolicy < 3.29.0',
    fixed: '3.29.0',
    remedy: 'Use a guest with Kata 3.29.0 or later, and regenerate the policy with genpolicy 3.31.0 or later.',
  };

  test('are in JSON, SARIF, and text', async () => {
    const folder = folderOf({ 'policy.rego': example });
    const [json, sarif, text] = await Promise.all(
      ['json', 'sarif', 'text'].map((format) => lint(['--format', format, folder])),
    );
    const findings: unknown = JSON.parse(json?.stdout ?? '');
    assert.ok(Array.isArray(findings));
    assert.deepEqual(
      findings.map(({ rule, advisory: own }: { rule: string; advisory: unknown }) => [rule, own]),
      [
        ['osc/rego-missing-default', undefined],
        ['osc/rego-advisory-copyfile', advisory],
      ],
    );
    const results = runOf(sarif?.stdout ?? '').results ?? [];
    const result = results.find(({ ruleId }) => ruleId === 'osc/rego-advisory-copyfile');
    assert.deepEqual(result?.properties, { tags: ['security'], advisory });
    assert.match(text?.stdout ?? '', /policy\.rego:23:1: error: GHSA-q49m-57vm-c8cc: the host can write any file/);
  });

  test('name other affected places in SARIF', () => {
    const place = { line: 4, column: 1, endLine: 4, endColumn: 2, message: 'Also [here].' };
    const finding: PlacedFinding = {
      file: 'p.rego',
      line: 2,
      column: 1,
      endLine: 2,
      endColumn: 9,
      severity: 'error',
      rule: 'osc/rego-advisory-mount',
      message: 'An advisory applies.',
      fixable: false,
      alsoAt: [place],
    };
    const [result] = runOf(formatSarif([finding], newestRelease)).results ?? [];
    const [related] = result?.relatedLocations ?? [];
    assert.deepEqual(related?.message, { text: String.raw`Also \[here\].` });
    assert.equal(related?.physicalLocation?.region?.startLine, 4);
  });
});
