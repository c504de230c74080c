/** Tests `osc-tools size`: the sum per node, unknown sizes, and files without Kata pods. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getList, getValue } from '#core/common/json.ts';
import { clean, folderOf, osc } from './osc.ts';

const pod = (name: string, runtimeClass: string, memory = '1Gi') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  runtimeClassName: ${runtimeClass}\n  containers:\n    - name: c\n      image: x\n      resources: {limits: {memory: ${memory}, cpu: "1"}}\n`;

describe('osc-tools size', () => {
  test('prints the parts and the sum per node', async () => {
    const cwd = folderOf({ 'a.yaml': `${pod('a', 'kata')}---\n${pod('b', 'kata-remote')}` });
    const { status, stdout, stderr } = await osc(['size', 'a.yaml', '--pods', '10'], { cwd });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^a\.yaml: Pod a, runtime class kata$/m);
    assert.match(stdout, /^ {2}VM at startup +2 GiB +OSC 1\.5 §2\.1\.1$/m);
    assert.match(stdout, /^ {2}Containers +1 GiB, 1 CPU +limits, or requests if no limit is set$/m);
    assert.match(stdout, /^ {2}Runtime class overhead +500 MiB, 0\.5 CPU +OSC 1\.5 §2\.1\.1$/m);
    assert.match(stdout, /^ {2}Total +3\.34 GiB to 3\.49 GiB, 1\.25 to 1\.5 CPU$/m);
    assert.match(stdout, /^ {2}Runtime class overhead +120 MiB, 0\.25 CPU +/m);
    assert.match(
      stdout,
      /^Per node with 10 pods of each manifest: 34\.59 GiB to 36\.05 GiB of memory, 15 to 17\.5 CPU$/m,
    );
    assert.match(
      stdout,
      /^The overhead covers .*about 170 MiB \(OSC 1\.5 §2\.1\.1\):\n {2}110Mi +Guest kernel at boot$/m,
    );
    assert.match(stdout, /^The values come from the documentation and aren't measured\.$/m);
  });

  test('prints English in every language', async () => {
    const cwd = folderOf({ 'a.yaml': pod('a', 'kata') });
    const { stdout } = await osc(['size', 'a.yaml'], { cwd });
    assert.equal((await osc(['size', 'a.yaml', '--lang', 'fr'], { cwd })).stdout, stdout);
  });

  test('explains why there are several overheads', async () => {
    const { stdout } = await osc(['size', '-'], { input: pod('a', 'kata') });
    assert.match(stdout, /^The sources specify different overheads for kata, .* run: oc describe runtimeclass kata$/m);
    const remote = await osc(['size', '-'], { input: pod('a', 'kata-remote') });
    assert.doesNotMatch(remote.stdout, /The sources name/);
  });

  test('gives the reason and the line if a size is uncertain', async () => {
    const annotated = (value: string) =>
      pod('a', 'kata').replace(
        'spec:',
        `  annotations:\n    io.katacontainers.config.hypervisor.default_memory: ${value}\nspec:`,
      );
    const cases: readonly [text: string, reason: string][] = [
      [
        pod('a', 'kata', '1Gx'),
        "10: the value 1Gx of spec.containers[0].resources.limits.memory isn't a valid quantity",
      ],
      [
        pod('a', 'kata').replace('{limits', '"${R}" #'),
        '10: the value "${R}" of spec.containers[0].resources isn\'t in the file',
      ],
      [
        pod('a', 'kata').replace('  containers', '  resources: {limits: {memory: 1Gi}}\n  containers'),
        '7: spec.resources sets resources for the whole pod, and OSC 1.5 §2.1.1 describes only those of containers',
      ],
      [pod('a', 'kata').replace(/ {2}containers:[^]*/, ''), ' spec.containers contains no container'],
      [pod('a', 'kata', '"{{ .Values.m }}"'), '8: a template can add keys to spec.containers[0]'],
      [
        annotated('"2Gi"'),
        '6: the value "2Gi" of io.katacontainers.config.hypervisor.default_memory isn\'t a positive number',
      ],
      [
        annotated('"${M}"'),
        '6: the value "${M}" of io.katacontainers.config.hypervisor.default_memory isn\'t in the file',
      ],
    ];
    for (const [input, reason] of cases) {
      const { status, stderr } = await osc(['size', '-'], { input });
      const [line, text] = /^(\d+:)? ?(.*)$/.exec(reason)?.slice(1) ?? [];
      assert.deepEqual(
        [status, stderr],
        [
          2,
          `osc-tools: <stdin>${line === undefined ? ':' : `:${line}`} the size of Pod a is uncertain, because ${text}\n`,
        ],
      );
    }
  });

  test('gives each reason for an uncertain size, up to a limit', async () => {
    const input = pod('a', 'kata', '1Gx').replace('cpu: "1"', 'cpu: 1x, hugepages-2Mi: -1Mi');
    const { status, stderr } = await osc(['size', '-'], {
      input: `${input}      restartPolicy: "\${R}"\n`.replace(
        'spec:',
        '  annotations: {io.katacontainers.config.hypervisor.default_vcpus: "0"}\nspec:',
      ),
    });
    const path = 'spec.containers[0]';
    assert.deepEqual(
      [status, stderr.replaceAll('osc-tools: <stdin>:11: the size of Pod a is uncertain, because ', '- ')],
      [
        2,
        [
          `osc-tools: <stdin>:5: the size of Pod a is uncertain, because the value "0" of io.katacontainers.config.hypervisor.default_vcpus isn't a positive number`,
          `- the value 1Gx of ${path}.resources.limits.memory isn't a valid quantity`,
          `- the value 1x of ${path}.resources.limits.cpu isn't a valid quantity`,
          `- the value -1Mi of ${path}.resources.limits.hugepages-2Mi isn't a valid quantity`,
          `osc-tools: <stdin>:12: the size of Pod a is uncertain, because the value "\${R}" of ${path}.restartPolicy isn't in the file`,
          '',
        ].join('\n'),
      ],
    );
    const container = '    - {name: c, image: x, resources: {limits: {memory: 1Gx}}}\n';
    const many = await osc(['size', '-'], {
      input: `${pod('a', 'kata')}${container.repeat(25)}`,
    });
    const lines = many.stderr.trimEnd().split('\n');
    assert.equal(lines.length, 21);
    assert.match(lines[20] ?? '', /: the size of Pod a is uncertain, because of 5 more problems$/);
  });

  test('uses the RuntimeClasses in the same files', async () => {
    const runtimeClass = (name: string, handler: string, overhead: string) =>
      `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: ${name}\nhandler: ${handler}\n${overhead}`;
    const overhead = (memory: string, cpu: string) => `overhead:\n  podFixed: {memory: ${memory}, cpu: ${cpu}}\n`;
    const cwd = folderOf({
      'classes.yaml': [
        runtimeClass('kata', 'kata', overhead('1Gi', '500m')),
        runtimeClass('kata-small', 'kata', ''),
        runtimeClass('kata-cloud', 'kata-remote', overhead('64Mi', '100m')),
        runtimeClass('kata-remote', 'kata-remote', overhead('1Gx', '100m')),
        runtimeClass('other', 'runc', ''),
      ].join('---\n'),
      'pods.yaml': ['kata', 'kata-small', 'kata-cloud', 'kata-remote', 'other']
        .map((name) => pod(`of-${name}`, name))
        .join('---\n'),
    });
    const { status, stdout, stderr } = await osc(['size', '.'], { cwd });
    assert.deepEqual(
      [status, stderr],
      [
        0,
        "osc-tools: classes.yaml:29: ignored RuntimeClass kata-remote, because overhead.podFixed.memory isn't a valid quantity\n",
      ],
    );
    const rows = stdout
      .split('\n')
      .filter((line) => /^pods|^ {2}(?:Runtime|Total)/.test(line))
      .map((line) => line.replaceAll(/ {2,}/g, ' '));
    assert.deepEqual(rows.slice(0, 9), [
      'pods.yaml: Pod of-kata, runtime class kata',
      ' Runtime class overhead 1 GiB, 0.5 CPU RuntimeClass kata in classes.yaml',
      ' Total 4 GiB, 1.5 CPU',
      'pods.yaml: Pod of-kata-small, runtime class kata-small',
      ' Runtime class overhead 0 bytes RuntimeClass kata-small in classes.yaml',
      ' Total 3 GiB, 1 CPU',
      'pods.yaml: Pod of-kata-cloud, runtime class kata-cloud',
      ' Runtime class overhead 64 MiB, 0.1 CPU RuntimeClass kata-cloud in classes.yaml',
      ' Total 64 MiB, 0.1 CPU',
    ]);
    assert.match(rows[10] ?? '', /^ Runtime class overhead 120 MiB, 0\.25 CPU \S+sandboxed-containers-operator@/);
    assert.equal(rows.length, 12);
    assert.doesNotMatch(stdout, /The sources specify different overheads/);
  });

  test('prints JSON and reads standard input', async () => {
    const { status, stdout } = await osc(['size', '--format', 'json', '-'], { input: pod('a', 'kata') });
    assert.equal(status, 0);
    const gib = 1024 ** 3;
    const resources = {
      memoryBytes: { least: 3 * gib + 350 * 1024 ** 2, most: 3 * gib + 500 * 1024 ** 2 },
      cpu: { least: 1.25, most: 1.5 },
    };
    assert.deepEqual(JSON.parse(stdout), {
      pods: [{ file: '<stdin>', kind: 'Pod', name: 'a', runtimeClass: 'kata', ...resources }],
      podsPerNode: 1,
      perNode: resources,
    });
  });

  test('prints how many pods fit on empty nodes', async () => {
    // VM 2Gi and limits 1Gi, with an overhead of 350Mi or 500Mi: 3422Mi or 3572Mi. Without a limit: 2398Mi or 2548Mi.
    const unlimited = pod('b', 'kata').replace(/ +resources.*/, '');
    const cwd = folderOf({ 'a.yaml': `${pod('a', 'kata')}---\n${unlimited}---\n${pod('c', 'kata-remote')}` });
    const nodes = ['--nodes', '3', '--node-memory', '64Gi', '--node-cpu', '16'];
    const { status, stdout, stderr } = await osc(['size', 'a.yaml', ...nodes], { cwd });
    assert.deepEqual([status, stderr], [0, '']);
    const rows = stdout.split('\n').filter((line) => /^ {2}(?:Fit on|Placed by)/.test(line));
    assert.deepEqual(rows, [
      // The requests and the overhead of CPU are 1.25 or 1.5.
      '  Fit on 3 nodes          30 to 36 pods (10 to 12 per node), even if each VM uses all of its memory',
      '  Fit on 3 nodes          75 to 81 pods (25 to 27 per node), even if each VM uses all of its memory',
      '  Placed by the scheduler 96 to 192 pods (32 to 64 per node), because it counts only the requests and the overhead',
      '  Fit on 3 nodes          30 pods (10 per node), with the default PEERPODS_LIMIT_PER_NODE of 10',
    ]);
    assert.match(stdout, /^The numbers of pods apply to empty nodes, for one manifest at a time\./m);
    const json = await osc(['size', 'a.yaml', ...nodes, '--format', 'json'], { cwd });
    const found: unknown = JSON.parse(json.stdout);
    assert.deepEqual(
      getList(found, 'pods').map((one) => getValue(one, 'onNodes')),
      [
        { fitting: { least: 30, most: 36 }, scheduled: { least: 30, most: 36 } },
        { fitting: { least: 75, most: 81 }, scheduled: { least: 96, most: 192 } },
        { fitting: { least: 30, most: 30 }, scheduled: { least: 30, most: 30 } },
      ],
    );
    const one = await osc(['size', 'a.yaml', '--node-memory', '64Gi'], { cwd });
    assert.match(one.stdout, /^ {2}Fit on 1 node {11}18 to 19 pods, even if/m);
  });

  test('requires the size of the nodes', async () => {
    for (const options of [
      ['--nodes', '3'],
      ['--node-cpu', '16'],
    ]) {
      const { status, stdout, stderr } = await osc(['size', '-', ...options], { input: pod('a', 'kata') });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^osc-tools: --nodes and --node-cpu require --node-memory$/m);
    }
    for (const wrong of ['0', '-1Gi', '64GB', '']) {
      const { status, stderr } = await osc(['size', '-', '--node-memory', wrong], { input: pod('a', 'kata') });
      assert.equal(status, 2, wrong);
      assert.match(stderr, /Expected a positive quantity, such as 64Gi or 15500m/, wrong);
    }
  });

  test('adds up init containers, sidecars, and huge pages', async () => {
    const container = (name: string, limits: string, more = '') =>
      `    - name: ${name}\n      image: x\n${more}      resources: {limits: {${limits}}}\n`;
    const head =
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  runtimeClassName: kata\n  initContainers:\n';
    const sidecar = container('sidecar', 'memory: 1Gi', '      restartPolicy: Always\n');
    const memoryOf = async (input: string) =>
      (await osc(['size', '-'], { input })).stdout.match(/Containers +(\S+ \S+)/)?.[1];
    const sum = (first: string) =>
      `${head}${sidecar}${container('first', `memory: ${first}`)}  containers:\n${container('a', 'memory: 1Gi, hugepages-2Mi: 512Mi')}${container('b', 'memory: 1Gi')}`;
    // The sidecar runs with the init container and with the containers: max(1 + 4, 1 + 1 + 0.5 + 1).
    assert.equal(await memoryOf(sum('4Gi')), '5 GiB');
    assert.equal(await memoryOf(sum('1Gi')), '3.5 GiB');
    const { stderr } = await osc(['size', '-'], { input: sum('1Gi').replace('512Mi', '"${H}"') });
    assert.match(
      stderr,
      /the value "\$\{H\}" of spec\.containers\[0\]\.resources\.limits\.hugepages-2Mi isn't in the file/,
    );
  });

  test('fails without a pod whose size is certain', async () => {
    const cwd = folderOf({ 'a.yaml': clean, 'b.yaml': pod('b', 'kata', '"${M}"') });
    assert.deepEqual(await osc(['size', 'a.yaml'], { cwd }), {
      status: 2,
      stdout: '',
      stderr: 'osc-tools: no pod with the runtime class kata or kata-remote was found\n',
    });
    assert.deepEqual(await osc(['size', 'b.yaml'], { cwd }), {
      status: 2,
      stdout: '',
      stderr:
        'osc-tools: b.yaml:10: the size of Pod b is uncertain, because the value "${M}" of spec.containers[0].resources.limits.memory isn\'t in the file\n',
    });
    assert.equal((await osc(['size', 'missing.yaml'], { cwd })).status, 2);
    assert.match((await osc(['size', '--pods', '0', 'a.yaml'], { cwd })).stderr, /Expected a number from 1 to 100000/);
  });
});
