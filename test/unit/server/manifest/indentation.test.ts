/** Tests the findings about wrong indentation: the line that is wrong, and the fix if only one indentation is right. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, test } from 'node:test';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { slowness } from '#test/support/performance/slowness.ts';

const config = (...lines: readonly string[]) =>
  [
    'apiVersion: kataconfiguration.openshift.io/v1',
    'kind: KataConfig',
    'metadata:',
    '  name: a',
    'spec:',
    ...lines,
    '',
  ].join('\n');
const pod = (...lines: readonly string[]) =>
  ['apiVersion: v1', 'kind: Pod', 'metadata:', '  name: a', 'spec:', ...lines, ''].join('\n');
const kata = '  runtimeClassName: kata';

interface Indentation {
  readonly title: string;
  readonly text: string;
  /** Line that is reported. */
  readonly line: string;
  readonly isDeeper: boolean;
  /** Text after the fix. Undefined if there is no fix. */
  readonly fixed?: string;
  readonly sure?: boolean;
}

const cases: readonly Indentation[] = [
  {
    title: 'a field that is too deep',
    text: config('  checkNodeEligibility: false', '    logLevel: info'),
    line: 'logLevel: info',
    isDeeper: true,
    fixed: config('  checkNodeEligibility: false', '  logLevel: info'),
    sure: true,
  },
  {
    title: 'a field below a quoted value',
    text: config('  checkNodeEligibility: "false" # no', '      logLevel: info', '  enablePeerPods: true'),
    line: 'logLevel: info',
    isDeeper: true,
    fixed: config('  checkNodeEligibility: "false" # no', '  logLevel: info', '  enablePeerPods: true'),
    sure: true,
  },
  {
    title: 'several fields that are too deep',
    text: config('  checkNodeEligibility: false', '    logLevel: info', '    enablePeerPods: true'),
    line: 'logLevel: info',
    isDeeper: true,
    fixed: config('  checkNodeEligibility: false', '  logLevel: info', '  enablePeerPods: true'),
    sure: false,
  },
  {
    title: 'a field of a list item',
    text: pod(kata, '  containers:', '  - name: a', '      image: x'),
    line: 'image: x',
    isDeeper: true,
    fixed: pod(kata, '  containers:', '  - name: a', '    image: x'),
    sure: false,
  },
  {
    title: 'a list item that is too deep',
    text: pod(kata, '  containers:', '  - name: a', '    image: x', '      - name: b', '        image: y'),
    line: '- name: b',
    isDeeper: true,
    fixed: pod(kata, '  containers:', '  - name: a', '    image: x', '  - name: b', '    image: y'),
    sure: false,
  },
  {
    title: 'a first field that is too shallow',
    text: pod(' runtimeClassName: kata', '  containers:', '  - name: a'),
    line: 'runtimeClassName: kata',
    isDeeper: false,
    fixed: pod(kata, '  containers:', '  - name: a'),
    sure: true,
  },
  {
    title: 'a later field that is too shallow',
    text: pod('  hostname: a', ' runtimeClassName: kata', '  containers:', '  - name: a'),
    line: 'runtimeClassName: kata',
    isDeeper: false,
    fixed: pod('  hostname: a', kata, '  containers:', '  - name: a'),
    sure: true,
  },
  {
    title: 'a field that is too shallow for its list item',
    text: pod(kata, '  containers:', '  - name: a', '   image: x', '    command: [a]'),
    line: 'image: x',
    isDeeper: false,
    fixed: pod(kata, '  containers:', '  - name: a', '    image: x', '    command: [a]'),
    sure: true,
  },
  {
    title: 'a field that is too shallow, between its neighbors',
    text: config('  enablePeerPods: true', 'logLevel: info', '  checkNodeEligibility: false'),
    line: 'logLevel: info',
    isDeeper: false,
    fixed: config('  enablePeerPods: true', '  logLevel: info', '  checkNodeEligibility: false'),
    sure: true,
  },
  {
    title: 'a first field that is as shallow as its parent',
    text: config('logLevel: info', '  checkNodeEligibility: false'),
    line: 'logLevel: info',
    isDeeper: false,
    fixed: config('  logLevel: info', '  checkNodeEligibility: false'),
    sure: true,
  },
  {
    title: 'a field below a known shallow field',
    text: config('  enablePeerPods: true', 'status: {}', '  checkNodeEligibility: false'),
    line: 'checkNodeEligibility: false',
    isDeeper: true,
    fixed: config('  enablePeerPods: true', 'status: {}', 'checkNodeEligibility: false'),
    sure: false,
  },
  {
    title: 'a field below two shallow fields',
    text: config('  enablePeerPods: true', 'logLevel: info', 'x: y', '  checkNodeEligibility: false'),
    line: 'checkNodeEligibility: false',
    isDeeper: true,
    fixed: config('  enablePeerPods: true', 'logLevel: info', 'x: y', 'checkNodeEligibility: false'),
    sure: false,
  },
  {
    title: 'a field below an unknown number',
    text: pod(kata, '  terminationGracePeriodSeconds: 30', '    x: y'),
    line: 'x: y',
    isDeeper: true,
    fixed: pod(kata, '  terminationGracePeriodSeconds: 30', '  x: y'),
    sure: false,
  },
  {
    title: 'a field after a block scalar',
    text: config('  x: |', '    a', '      b: c', '  logLevel: info', '   checkNodeEligibility: true'),
    line: 'checkNodeEligibility: true',
    isDeeper: true,
    fixed: config('  x: |', '    a', '      b: c', '  logLevel: info', '  checkNodeEligibility: true'),
    sure: true,
  },
  {
    title: 'a field in a Helm template',
    text: `{{ if .Values.a }}\n---\n${config('  checkNodeEligibility: false', '    logLevel: info')}{{ end }}\n`,
    line: 'logLevel: info',
    isDeeper: true,
    fixed: `{{ if .Values.a }}\n---\n${config('  checkNodeEligibility: false', '  logLevel: info')}{{ end }}\n`,
    sure: true,
  },
];

describe('wrong indentation', () => {
  for (const { title, text, line, isDeeper, fixed, sure } of cases)
    for (const newline of ['\n', '\r\n'])
      test(`of ${title} is reported at the line, with ${newline === '\n' ? 'LF' : 'CRLF'}`, async () => {
        const written = text.replaceAll('\n', newline);
        const found = await check(written);
        const [first] = found;
        assert.deepEqual(
          found.map(({ rule }) => rule),
          ['osc/yaml-syntax'],
        );
        assert.equal(written.slice(first?.finding.start, first?.finding.end), line);
        assert.match(first?.message ?? '', isDeeper ? /deeper than the line above/ : /differently from its neighbors/);
        const [fix] = first?.finding.fixes ?? [];
        assert.equal(fix === undefined ? undefined : applyEdits(written, fix.edits), fixed?.replaceAll('\n', newline));
        assert.equal(fix?.sure, sure);
      });
  test("isn't reported for other mistakes", async () => {
    for (const text of [
      config('  logLevel: info: debug', '  enablePeerPods: true'),
      config('  kataConfigPoolSelector: {', '   a: b', '     c: d'),
      config('  logLevel: "info', '    enablePeerPods: true'),
    ])
      for (const { message } of await check(text)) assert.doesNotMatch(message, /deeper|neighbors/, text);
  });
  test('is found in bounded time', async () => {
    const start = process.cpuUsage();
    await check(config('  checkNodeEligibility: false', ...Array.from({ length: 400 }, () => '    logLevel: info')));
    await check(config(...Array.from({ length: 90 }, (_, depth) => `${' '.repeat(depth)}a: b`)));
    assert.ok(process.cpuUsage(start).user / 1000 < 4000 * slowness());
  });
});
