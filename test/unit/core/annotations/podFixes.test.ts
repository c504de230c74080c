/** Tests the safe fixes for pods on many randomly combined pods: the finding disappears, and no new one appears. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotations } from '#core/annotations/index.ts';
import { misnamedAnnotations } from '#core/annotations/misnamedAnnotations.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';
import { aws, kataConfig, workload } from '#test/support/manifests/podManifests.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

const keys = [...annotations, ...misnamedAnnotations].map(({ key }) => key).filter((key) => /^[\w./-]+\w$/.test(key));
const slips: readonly [(key: string) => string, ...((key: string) => string)[]] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => key.replace('hypervisor', 'runtime'),
  (key) => key.replace('config.', ''),
  (key) => `${key.slice(0, -3)}${key.slice(-2)}`,
];

function lines(chance: Random): string[] {
  const written = new Map<string, string>();
  for (let left = chance.below(5); left > 0; left -= 1) {
    const key = chance.pick(slips)(keys[chance.below(keys.length)] ?? '');
    written.set(
      key,
      chance.pick([
        '"2"',
        '2',
        '"0.5"',
        '2Gi',
        '4096',
        'true',
        '"yes"',
        'on',
        't3.large',
        't3.LARGE',
        'm5.large',
        '""',
        '"2.0"',
        'threads',
        '"<x>"',
        '${X}',
      ]),
    );
  }
  return [...written].map(([key, value]) => `${key}: ${value}`);
}

function someWorkload(chance: Random): string {
  const own = chance.chance(0.3) ? ['  annotations:', '    x: y', ...lines(chance).map((line) => `    ${line}`)] : [];
  const text = workload(
    workloadIds[chance.below(workloadIds.length)] ?? 'Pod',
    {
      runtime: chance.pick([
        'kata',
        'kata-remote',
        'kata-remote',
        'kata-cc',
        '',
        'kata_remote',
        'Kata',
        'gvisor',
        '""',
      ]),
      annotations: lines(chance),
      spec: chance.chance(0.2) ? ['hostNetwork: true'] : [],
      container: chance.chance(0.3)
        ? ['resources:', '  limits:', `    ${chance.pick(['cpu: 1', 'memory: 4Gi', 'cpu: ${X}', 'nvidia.com/gpu: 1'])}`]
        : [],
    },
    own,
  );
  return chance.chance(0.2) ? text.replaceAll('\n', '\r\n') : text;
}

const rulesOf = (all: readonly Checked[]): string[] => all.map(({ rule }) => rule).toSorted();

test('automatic pod fixes remove their finding without causing others', async () => {
  const chance = random(20_261_120);
  let tried = 0;
  for (let left = 300; left > 0; left -= 1) {
    const text = someWorkload(chance);
    const files = chance.pick<Record<string, string>>([
      {},
      { 'cm.yaml': aws('"t3.small,t3.large"') },
      { 'k.yaml': kataConfig() },
    ]);
    const options: CheckOptions = { release: chance.pick(['1.8', '1.10', '1.11', '1.12']), files };
    const before = await check(text, options);
    for (const { finding, rule } of before) {
      for (const fix of finding.fixes.filter(({ sure }) => sure)) {
        tried += 1;
        const left = rulesOf(await check(applyEdits(text, selectCompatibleEdits([fix])), options));
        const others = rulesOf(before);
        for (const remaining of left) {
          // A name that the fix corrects can have an advisory.
          if (remaining === 'osc/pod-virtiofs-args') continue;
          const at = others.indexOf(remaining);
          assert.notEqual(at, -1, `${fix.title} brings ${remaining}:\n${text}`);
          others.splice(at, 1);
        }
        assert.ok(others.includes(rule), `${fix.title} leaves ${rule}:\n${text}`);
      }
    }
  }
  assert.ok(tried > 200, `only ${tried} fixes were tried`);
});
