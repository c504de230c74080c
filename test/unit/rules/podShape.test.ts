/** Pods whose fields stand elsewhere, or are written otherwise. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { found, mended, pod, titles, workload } from '../../support/pods.ts';

describe('pod-runtimeclass-key', () => {
  const written = (key: string, value = 'kata') => pod({ runtime: '', spec: [`${key}: ${value}`] });
  test('other capitals, and without its last word', async () => {
    for (const key of ['runtimeClassname', 'runtimeclassname', 'RuntimeClassName', 'runtimeClass', 'runtime-class-name']) {
      assert.deepEqual(await found(written(key)), ['pod-runtimeclass-key error'], key);
      assert.equal(await mended(written(key)), pod({ runtime: 'kata' }), key);
    }
    assert.deepEqual(await found(workload('CronJob', { runtime: '', spec: ['runtimeClass: kata-remote'] })), ['pod-runtimeclass-key error']);
  });
  test('once, and the value by its own rule', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', spec: ['runtimeClassname: kata'] })), []);
    assert.deepEqual(await found(written('runtimeClassname', 'kata_remote')), ['pod-runtimeclass-key error', 'pod-runtimeclass-unknown warning']);
    assert.deepEqual(await found(pod({ runtime: '', spec: ['runtimeClass: kata'], annotations: ['io.katacontainers.config.hypervisor.default_vcpus: "2"'] })), [
      'pod-runtimeclass-key error',
    ]);
  });
  test('classes of others, and what is filled in later', async () => {
    for (const value of ['gvisor', '${CLASS}', 'katapult', '{kata: 1}', '""']) assert.deepEqual(await found(written('runtimeClass', value)), [], value);
  });
});

describe('pod-spec-at-top', () => {
  const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';
  const containers = 'containers:\n- name: web\n  image: quay.io/example/web\n  args:\n  - |\n    a\n\n      b\n';
  const moved = '  containers:\n  - name: web\n    image: quay.io/example/web\n    args:\n    - |\n      a\n\n        b\n';
  const rule = ['pod-spec-at-top error'];
  const cases: readonly [name: string, text: string, mend: string | undefined][] = [
    ['below a spec', `${head}spec:\n  runtimeClassName: kata\n${containers}`, `${head}spec:\n  runtimeClassName: kata\n${moved}`],
    [
      'with other fields',
      `${head}spec:\n  runtimeClassName: kata\nvolumes: []\n${containers}`,
      `${head}spec:\n  runtimeClassName: kata\n  volumes: []\n${moved}`,
    ],
    ['without a spec', `${head}runtimeClassName: kata\n${containers}`, `${head}spec:\n  runtimeClassName: kata\n${moved}`],
    ['an empty spec', `${head}spec:\nruntimeClassName: kata\n${containers}`, `${head}spec:\n  runtimeClassName: kata\n${moved}`],
    [
      'with CRLF',
      `${head}runtimeClassName: kata\n${containers}`.replaceAll('\n', '\r\n'),
      `${head}spec:\n  runtimeClassName: kata\n${moved}`.replaceAll('\n', '\r\n'),
    ],
    [
      'with comments',
      `${head}spec:\n  runtimeClassName: kata\n# the web\ncontainers: # all\n- name: web\n`,
      `${head}spec:\n  runtimeClassName: kata\n# the web\n  containers: # all\n  - name: web\n`,
    ],
    ['apart from the spec', `spec:\n  runtimeClassName: kata\n${head}${containers}`, undefined],
    ['apart from each other', `runtimeClassName: kata\n${head}${containers}`, undefined],
  ];
  for (const [name, text, mend] of cases) {
    test(name, async () => {
      assert.deepEqual(await found(text), rule);
      assert.equal(await mended(text), mend ?? text);
      assert.deepEqual(await titles(text), mend === undefined ? [] : ['Move below spec (sure)']);
      if (mend !== undefined) assert.deepEqual(await found(mend), []);
    });
  }
  test('pods of others, and containers that are there', async () => {
    assert.deepEqual(await found(`${head}runtimeClassName: gvisor\n${containers}# kata\n`), []);
    assert.deepEqual(await found(`${pod({ runtime: 'kata' })}containers: []\n`), []);
  });
  test('without a line end', async () => {
    assert.equal(await mended(`${head}runtimeClassName: kata\n${containers}`.trimEnd()), `${head}spec:\n  runtimeClassName: kata\n${moved}`.trimEnd());
  });
});

describe('pod-runtimeclass-place', () => {
  const deployment = (...lines: string[]) => `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n${lines.map((line) => `${line}\n`).join('')}`;
  const place = ['pod-runtimeclass-place error'];
  const whole = deployment('spec:', '  template:', '    spec:', '      runtimeClassName: kata', '      containers: []');
  test('above the spec of the pod', async () => {
    for (const text of [
      deployment('runtimeClassName: kata', 'spec:', '  template:', '    spec:', '      containers: []'),
      deployment('spec:', '  runtimeClassName: kata', '  template:', '    spec:', '      containers: []'),
      deployment('spec:', '  template:', '    runtimeClassName: kata', '    spec:', '      containers: []'),
    ]) {
      assert.deepEqual(await found(text), place, text);
      assert.equal(await mended(text), whole, text);
      assert.equal(await mended(text.replaceAll('\n', '\r\n')), whole.replaceAll('\n', '\r\n'));
    }
    const cron = workload('CronJob', { runtime: '' });
    assert.deepEqual(await found(cron.replace('spec:\n', 'spec:\n  runtimeClassName: kata\n')), place);
  });
  test('in a container, and beside the right one', async () => {
    const text = pod({ runtime: '', container: ['runtimeClassName: kata'] });
    assert.deepEqual(await found(text), place);
    assert.equal(await mended(text), pod({ runtime: 'kata' }));
    assert.deepEqual(await titles(pod({ container: ['runtimeClassName: kata'] })), []);
    assert.deepEqual(await titles(pod({ runtime: '', container: ['runtimeClassName: kata'] }).replace('spec:', 'runtimeClassName: kata\nspec:')), []);
  });
  test('with annotations it is the only finding', async () => {
    const text = pod({ runtime: '', container: ['runtimeClassName: kata'], annotations: ['io.katacontainers.config.hypervisor.default_vcpus: "2"'] });
    assert.deepEqual(await found(text), place);
  });
  test('classes of others, what is filled in later, fields of others', async () => {
    for (const value of ['gvisor', '${CLASS}', '{kata: 1}', '""']) assert.deepEqual(await found(pod({ container: [`runtimeClassName: ${value}`] })), [], value);
    assert.deepEqual(await found(pod({ container: ['env:', '- name: X', '  runtimeClassName: kata'] })), []);
  });
});

describe('the spec of a template that lost its lines', () => {
  const flat = workload('Deployment', {}).replace(/(\n {4}spec:\n)((?: {6}.*\n)+)/, (_, spec: string, lines: string) => spec + lines.replaceAll(/^ {2}/gm, ''));
  test('gets them back', async () => {
    assert.notEqual(flat, workload('Deployment', {}));
    assert.deepEqual(await found(flat), ['pod-spec-at-top error']);
    assert.equal(await mended(flat), workload('Deployment', {}));
  });
  test('of another class', async () => assert.deepEqual(await found(flat.replace('kata-remote', 'gvisor # kata')), []));
});
