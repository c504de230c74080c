/** Tests pods whose fields are in the wrong place or misspelled. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { found, fixText, pod, titles, workload } from '#test/support/manifests/podManifests.ts';

describe('pod-runtimeclass-key', () => {
  const written = (key: string, value = 'kata') => pod({ runtime: '', spec: [`${key}: ${value}`] });
  test('fixes misspelled variants of the key', async () => {
    for (const key of [
      'runtimeClassname',
      'runtimeclassname',
      'RuntimeClassName',
      'runtimeClass',
      'runtime-class-name',
    ]) {
      assert.deepEqual(await found(written(key)), ['pod-runtimeclass-key error'], key);
      assert.equal(await fixText(written(key)), pod({ runtime: 'kata' }), key);
    }
    assert.deepEqual(await found(workload('CronJob', { runtime: '', spec: ['runtimeClass: kata-remote'] })), [
      'pod-runtimeclass-key error',
    ]);
  });
  test('reports the key once and leaves the value to its own rule', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', spec: ['runtimeClassname: kata'] })), []);
    assert.deepEqual(await found(written('runtimeClassname', 'kata_remote')), [
      'pod-runtimeclass-key error',
      'pod-runtimeclass-unknown error',
    ]);
    assert.deepEqual(
      await found(
        pod({
          runtime: '',
          spec: ['runtimeClass: kata'],
          annotations: ['io.katacontainers.config.hypervisor.default_vcpus: "2"'],
        }),
      ),
      ['pod-runtimeclass-key error'],
    );
  });
  test('ignores other runtime classes and template variables', async () => {
    for (const value of ['gvisor', '$(CLASS)', 'katapult', '{kata: 1}', '""'])
      assert.deepEqual(await found(written('runtimeClass', value)), [], value);
  });
});

describe('pod-spec-at-top', () => {
  const head = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n';
  const containers = 'containers:\n- name: web\n  image: quay.io/example/web\n  args:\n  - |\n    a\n\n      b\n';
  const moved =
    '  containers:\n  - name: web\n    image: quay.io/example/web\n    args:\n    - |\n      a\n\n        b\n';
  const rule = ['pod-spec-at-top error'];
  const cases: readonly [name: string, text: string, mend: string | undefined][] = [
    [
      'moves containers into the preceding spec',
      `${head}spec:\n  runtimeClassName: kata\n${containers}`,
      `${head}spec:\n  runtimeClassName: kata\n${moved}`,
    ],
    [
      'moves other fields too',
      `${head}spec:\n  runtimeClassName: kata\nvolumes: []\n${containers}`,
      `${head}spec:\n  runtimeClassName: kata\n  volumes: []\n${moved}`,
    ],
    [
      'adds a missing spec',
      `${head}runtimeClassName: kata\n${containers}`,
      `${head}spec:\n  runtimeClassName: kata\n${moved}`,
    ],
    [
      'fills an empty spec',
      `${head}spec:\nruntimeClassName: kata\n${containers}`,
      `${head}spec:\n  runtimeClassName: kata\n${moved}`,
    ],
    [
      'keeps CRLF line breaks',
      `${head}runtimeClassName: kata\n${containers}`.replaceAll('\n', '\r\n'),
      `${head}spec:\n  runtimeClassName: kata\n${moved}`.replaceAll('\n', '\r\n'),
    ],
    [
      'keeps comments',
      `${head}spec:\n  runtimeClassName: kata\n# the web\ncontainers: # all\n- name: web\n`,
      `${head}spec:\n  runtimeClassName: kata\n# the web\n  containers: # all\n  - name: web\n`,
    ],
    [
      'offers no fix when the fields are apart from the spec',
      `spec:\n  runtimeClassName: kata\n${head}${containers}`,
      undefined,
    ],
    [
      'offers no fix when the fields are apart from each other',
      `runtimeClassName: kata\n${head}${containers}`,
      undefined,
    ],
  ];
  for (const [name, text, mend] of cases) {
    test(name, async () => {
      assert.deepEqual(await found(text), rule);
      assert.equal(await fixText(text), mend ?? text);
      assert.deepEqual(await titles(text), mend === undefined ? [] : ['Move under spec (sure)']);
      if (mend !== undefined) assert.deepEqual(await found(mend), []);
    });
  }
  test('ignores other runtime classes and pods that already have containers', async () => {
    assert.deepEqual(await found(`${head}runtimeClassName: gvisor\n${containers}# kata\n`), []);
    assert.deepEqual(await found(`${pod({ runtime: 'kata' })}containers: []\n`), []);
  });
  test('supports a file without a final line break', async () => {
    assert.equal(
      await fixText(`${head}runtimeClassName: kata\n${containers}`.trimEnd()),
      `${head}spec:\n  runtimeClassName: kata\n${moved}`.trimEnd(),
    );
  });
});

describe('pod-runtimeclass-place', () => {
  const deployment = (...lines: string[]) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n${lines.map((line) => `${line}\n`).join('')}`;
  const place = ['pod-runtimeclass-place error'];
  const whole = deployment('spec:', '  template:', '    spec:', '      runtimeClassName: kata', '      containers: []');
  test('moves a key above the pod spec into it', async () => {
    for (const text of [
      deployment('runtimeClassName: kata', 'spec:', '  template:', '    spec:', '      containers: []'),
      deployment('spec:', '  runtimeClassName: kata', '  template:', '    spec:', '      containers: []'),
      deployment('spec:', '  template:', '    runtimeClassName: kata', '    spec:', '      containers: []'),
    ]) {
      assert.deepEqual(await found(text), place, text);
      assert.equal(await fixText(text), whole, text);
      assert.equal(await fixText(text.replaceAll('\n', '\r\n')), whole.replaceAll('\n', '\r\n'));
    }
    const cron = workload('CronJob', { runtime: '' });
    assert.deepEqual(await found(cron.replace('spec:\n', 'spec:\n  runtimeClassName: kata\n')), place);
  });
  test('moves a key out of a container unless another one exists', async () => {
    const text = pod({ runtime: '', container: ['runtimeClassName: kata'] });
    assert.deepEqual(await found(text), place);
    assert.equal(await fixText(text), pod({ runtime: 'kata' }));
    assert.deepEqual(await titles(pod({ container: ['runtimeClassName: kata'] })), []);
    assert.deepEqual(
      await titles(
        pod({ runtime: '', container: ['runtimeClassName: kata'] }).replace('spec:', 'runtimeClassName: kata\nspec:'),
      ),
      [],
    );
  });
  test('is the only finding on a pod with annotations', async () => {
    const text = pod({
      runtime: '',
      container: ['runtimeClassName: kata'],
      annotations: ['io.katacontainers.config.hypervisor.default_vcpus: "2"'],
    });
    assert.deepEqual(await found(text), place);
  });
  test('leaves other runtime classes and template variables to the rule for unknown fields', async () => {
    for (const value of ['gvisor', '$(CLASS)', '{kata: 1}', '""'])
      assert.deepEqual(
        await found(pod({ container: [`runtimeClassName: ${value}`] })),
        ['kubernetes-unknown-field error'],
        value,
      );
    assert.deepEqual(await found(pod({ container: ['env:', '- name: X', '  runtimeClassName: kata'] })), []);
  });
});

describe('pod template with an unindented spec', () => {
  const flat = workload('Deployment', {}).replace(
    /(\n {4}spec:\n)((?: {6}.*\n)+)/,
    (_, spec: string, lines: string) => spec + lines.replaceAll(/^ {2}/gm, ''),
  );
  test('is indented by the fix', async () => {
    assert.notEqual(flat, workload('Deployment', {}));
    assert.deepEqual(await found(flat), ['pod-spec-at-top error']);
    assert.equal(await fixText(flat), workload('Deployment', {}));
  });
  test('is ignored for other runtime classes', async () =>
    assert.deepEqual(await found(flat.replace('kata-remote', 'gvisor # kata')), []));
});
