/**
 * Tests that the issue report contains versions but no user data, and that the example manifest has the mistakes that
 * it describes.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleManifest } from '#client/help/exampleManifest.ts';
import { issuePage, reportText, type IssueReportInput } from '#client/help/issueReport.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';

const facts: IssueReportInput = {
  extension: '0.1.0',
  vscode: '1.139.1',
  host: 'desktop',
  remote: 'ssh-remote',
  system: 'linux x64',
  node: '22.15.0',
  release: '1.11',
  settings: ['osc.release', 'osc.kubeconfig'],
  beside: { 'Red Hat YAML': true, Kubernetes: false },
  demoRuns: false,
  trusted: true,
};

describe('issue report', () => {
  test('contains versions, and the names of settings without their values', () => {
    assert.deepEqual(/# Versions\n\n([^]*?)\n\n/.exec(reportText(facts))?.[1]?.split('\n'), [
      '- Extension: 0.1.0',
      '- VS Code: 1.139.1, desktop, ssh-remote',
      '- System: linux x64',
      '- Node.js: 22.15.0',
      '- OSC release setting: 1.11',
      '- Configured settings: osc.kubeconfig, osc.release',
      '- Other extensions: Red Hat YAML installed, Kubernetes not installed',
      '- Demo cluster: not running',
      '- Workspace: trusted',
    ]);
  });
  test("omits values that aren't versions, plain words, or settings of the extension", () => {
    const secret = 'https://api.secret.example.com:6443/home/jane?token=sha256~abc';
    const text = reportText({
      extension: secret,
      vscode: secret,
      host: secret,
      remote: secret,
      system: secret,
      node: `x${secret}`,
      release: secret,
      settings: [secret, 'osc.rules./home/jane', 'redhat.telemetry.enabled', 'osc.oc.path'],
      beside: { [secret]: true },
      demoRuns: true,
      trusted: false,
    });
    assert.doesNotMatch(text, /secret|jane|sha256|redhat/);
    assert.match(text, /- Configured settings: osc\.oc\.path\n/);
    assert.match(text, /OSC release setting: unknown\n/);
  });
  test('states that nothing is set', () => {
    assert.match(
      reportText({ ...facts, release: '', settings: [], remote: undefined }),
      /VS Code: 1\.139\.1, desktop\n[^]*OSC release setting: not set\n.*settings: none\n/,
    );
  });
});

test('issue page is an HTTPS URL or undefined', () => {
  assert.equal(issuePage('https://github.com/o/r/issues'), 'https://github.com/o/r/issues');
  for (const bad of [
    undefined,
    7,
    '',
    'http://example.com',
    'command:workbench.action.quit',
    'https://x/?q=1',
    'file:///etc/passwd',
    `https://x/${'a'.repeat(300)}`,
  ])
    assert.equal(issuePage(bad), undefined);
});

test('example manifest has two errors, and their fixes lead to a file without findings', async () => {
  // The workspace contains no other file, as for a new user.
  const found = await check(exampleManifest(), { files: {} });
  assert.deepEqual(
    found.map(({ rule, severity }) => `${severity} ${rule}`),
    ['error osc/kataconfig-unknown-field', 'error osc/kataconfig-loglevel'],
  );
  let text = exampleManifest();
  for (const { rule } of found) {
    const before = await check(text, { files: {} });
    const fix = before.find((one) => one.rule === rule)?.finding.fixes[0] ?? assert.fail(rule);
    text = applyEdits(text, selectCompatibleEdits([fix]));
    // A fix solves its problem and causes no other one.
    assert.equal((await check(text, { files: {} })).length, before.length - 1, text);
  }
});
