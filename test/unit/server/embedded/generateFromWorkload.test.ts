import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { readRequestDefaults, type RequestDefaults } from '#core/agent/generate/genpolicySettings.ts';
import { getGuest } from '#core/agent/guests.ts';
import { newestRelease, releases } from '#core/product/releases.ts';
import { getList, getMap, getString } from '#core/common/json.ts';
import { generateFromWorkload, hasExecProbes, listWorkloads } from '#server/embedded/generateFromWorkload.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { builtinsOf } from '#server/policy/model/engineVerdict.ts';
import { completeInput } from '#server/policy/model/inputDefaults.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { evaluateRequest } from '#server/policy/rego/evaluate/evaluate.ts';
import { loadModules } from '#server/policy/rego/evaluate/load.ts';
import { parseRegoJson } from '#server/policy/rego/values/parseJson.ts';
import { emptyObject } from '#server/policy/rego/values/values.ts';
import { dataWith } from '#server/policy/replay/replayState.ts';
import { createPolicyTable } from '#server/policy/table/table.ts';

const cases = path.join(import.meta.dirname, '../../../cases/genpolicy');

interface Options {
  readonly release?: (typeof releases)[number];
  readonly execProbes?: boolean;
  readonly logs?: boolean;
  readonly settings?: RequestDefaults;
  readonly name?: string;
}

/** Generates the policy of the first workload, or of the named one. */
function generate(
  text: string,
  { release = newestRelease, execProbes = false, logs = false, settings, name }: Options = {},
) {
  const documents = readDocuments(text);
  const workload = listWorkloads(documents).find((one) => name === undefined || one.name === name);
  assert.ok(workload);
  const set = settings === undefined ? {} : { settings };
  return generateFromWorkload(workload, documents, { release, execProbes, logs, ...set });
}

/** Evaluates a request in both dialects, with the engine that has the fewest functions. */
function verdicts(policy: string, request: string, input: unknown, release = newestRelease): readonly unknown[] {
  const read = new Policy(policy);
  return (['v0', 'v1'] as const).map((dialect) => {
    const loaded = loadModules([{ module: read.in(dialect), text: policy, name: 'policy.rego' }], {
      builtins: builtinsOf({ base64: false }),
    });
    if (loaded.error !== undefined) return loaded.error;
    const { value } = parseRegoJson(JSON.stringify(input));
    assert.ok(value !== undefined);
    const completed = completeInput(request, value, getGuest(release).copyFile).input;
    const found = evaluateRequest(loaded, {
      rule: request,
      input: completed,
      data: dataWith(emptyObject),
      limits: commandLineLimits,
    });
    return found.error === undefined ? found.value : found.error.message;
  });
}

/** The pods whose images set variables and have volumes, which the manifest doesn't contain. */
const facts: Readonly<Record<string, readonly [string, string][]>> = {
  redis: [
    ['image_variables := []', 'image_variables := ["REDIS_PORT=6379", "HOSTNAME"]'],
    ['image_mounts := []', 'image_mounts := ["/data", "/node-conf"]'],
  ],
};

/** Completes a recorded request: the recordings shorten the ID of the container, and some leave out the image. */
function completed(request: unknown, image: string): unknown {
  const oci = getMap(request, 'OCI');
  const root = getString(oci, 'Root', 'Path') ?? '';
  const storages = getList(request, 'storages');
  const isSandbox = getString(oci, 'Annotations', 'io.katacontainers.pkg.oci.container_type') === 'pod_sandbox';
  const isPulled = storages.some((storage) => getString(storage, 'driver') === 'image_guest_pull');
  const pull = { driver: 'image_guest_pull', source: image, mount_point: root };
  return {
    ...getMap(request),
    container_id: root.split('/').at(-2),
    storages: isSandbox || isPulled ? storages : [...storages, pull],
  };
}

describe('genpolicy cases', () => {
  for (const file of readdirSync(cases).filter((name) => name.endsWith('.jsonl'))) {
    const pod = readFileSync(path.join(cases, file.replace('.jsonl', '.yaml')), 'utf8');
    const image = /image: "?([^"\s]+)/.exec(pod)?.[1] ?? '';
    const sent = image.includes('@')
      ? image.replace(/:[^/@:]+@/, '@')
      : image.includes(':')
        ? image
        : `${image}:latest`;
    const network = file.startsWith('update');
    for (const line of readFileSync(path.join(cases, file), 'utf8').trim().split('\n')) {
      const found: unknown = JSON.parse(line);
      const kind = getString(found, 'kind') ?? '';
      test(`${file}: ${getString(found, 'description') ?? ''}`, () => {
        let policy = generate(pod).text ?? '';
        if (image.includes('redis')) for (const [from, to] of facts['redis'] ?? []) policy = policy.replace(from, to);
        assert.ok(!network || policy.includes('UpdateRoutesRequest if {'));
        const request = getMap(found, 'request');
        const input = kind === 'CreateContainerRequest' ? completed(request, sent) : request;
        const allowed = getMap(found)['allowed'];
        assert.deepEqual(verdicts(policy, kind, input), [allowed, allowed]);
      });
    }
  }
});

const pod = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec:
  runtimeClassName: kata-remote
  securityContext: {runAsUser: 1000, runAsGroup: 2000, supplementalGroups: [7]}
  containers:
  - name: web
    image: quay.io/shop/web:1.2
    command: [server]
    args: [--user, $(USER), --literal, $$(USER), $(UNKNOWN)]
    workingDir: /srv
    env:
    - {name: USER, value: alice}
    - {name: GREETING, value: "hello $(USER)"}
    - {name: TOKEN, valueFrom: {secretKeyRef: {name: s, key: k}}}
    - {name: LEVEL, valueFrom: {configMapKeyRef: {name: settings, key: level}}}
    - {name: URL, value: "http://$(DB_SERVICE_HOST)/x"}
    securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL], add: [NET_ADMIN]}}
    volumeMounts:
    - {name: data, mountPath: /data/, readOnly: true}
    - {name: host, mountPath: /host}
    readinessProbe: {exec: {command: [check, ready]}}
  volumes:
  - {name: data, configMap: {name: settings}}
  - {name: host, hostPath: {path: /var/lib/kubelet}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {level: debug}
`;

const shared = (name: string) => `/run/kata-containers/shared/containers/abc-0123456789abcdef-${name}`;

/** A request of CRI-O for the container of the pod. */
function request(change: (made: ReturnType<typeof draft>) => void = () => undefined): unknown {
  const made = draft();
  change(made);
  return made;
}

function draft() {
  return {
    container_id: 'abc',
    devices: [] as unknown[],
    shared_mounts: [] as unknown[],
    sandbox_pidns: false,
    storages: [
      {
        driver: 'image_guest_pull',
        source: 'quay.io/shop/web:1.2',
        mount_point: '/run/kata-containers/abc/rootfs',
      },
    ],
    OCI: {
      Annotations: {
        'io.katacontainers.pkg.oci.container_type': 'pod_container',
        'io.kubernetes.cri-o.ContainerType': 'container',
        'io.kubernetes.cri-o.ImageName': 'quay.io/shop/web:1.2',
        'io.kubernetes.container.name': 'web',
        'io.kubernetes.pod.name': 'web',
        'io.kubernetes.pod.namespace': 'shop',
      } as Record<string, string>,
      Hooks: null as unknown,
      Root: { Path: '/run/kata-containers/abc/rootfs', Readonly: true },
      Mounts: [
        { destination: '/proc', source: 'proc', type_: 'proc', options: [] as string[] },
        { destination: '/dev/shm', source: '/run/kata-containers/sandbox/shm', type_: 'bind', options: ['rbind'] },
        { destination: '/etc/hosts', source: shared('hosts'), type_: 'bind', options: ['rbind'] },
        { destination: '/data', source: shared('data'), type_: 'bind', options: ['rbind', 'rprivate', 'ro'] },
        { destination: '/host', source: '/var/lib/kubelet', type_: 'bind', options: ['rbind', 'rprivate', 'rw'] },
      ],
      Linux: { Sysctl: {} as Record<string, string> },
      Process: {
        Terminal: false,
        Args: ['server', '--user', 'alice', '--literal', '$(USER)', '$(UNKNOWN)'],
        Cwd: '/srv',
        Env: [
          'PATH=/usr/bin',
          'TERM=xterm',
          'HOSTNAME=web',
          'NSS_SDB_USE_CACHE=no',
          'KUBERNETES_SERVICE_HOST=172.30.0.1',
          'KUBERNETES_PORT=tcp://172.30.0.1:443',
          'USER=alice',
          'GREETING=hello alice',
          'TOKEN=any=thing',
          'LEVEL=debug',
          'URL=http://172.30.9.9/x',
        ],
        NoNewPrivileges: true,
        User: { UID: 1000, GID: 2000, AdditionalGids: [2000, 7, 1_000_650_000], Username: '' },
        Capabilities: { Bounding: ['CAP_NET_ADMIN'], Effective: [], Inheritable: [], Permitted: [], Ambient: [] },
      },
    },
  };
}

describe('policy generated from a workload', () => {
  const policy = generate(pod).text ?? '';
  const create = (input: unknown) => verdicts(policy, 'CreateContainerRequest', input);

  test('allows the container of the manifest', () => {
    assert.deepEqual(create(request()), [true, true]);
  });

  const changes: Readonly<Record<string, (made: ReturnType<typeof draft>) => unknown>> = {
    'another command': ({ OCI }) => (OCI.Process.Args = ['sh']),
    'another argument': ({ OCI }) => OCI.Process.Args.push('--debug'),
    'another image': ({ storages: [storage] }) => storage !== undefined && (storage.source = 'quay.io/evil/web:1.2'),
    'another tag': ({ storages: [storage] }) => storage !== undefined && (storage.source = 'quay.io/shop/web:1.3'),
    'no image': ({ storages }) => storages.pop(),
    'a storage over the image': ({ storages }) =>
      storages.push({ driver: 'blk', source: '00/01', mount_point: '/run/kata-containers/abc/rootfs' }),
    'an image in another folder': ({ storages: [storage] }) => storage !== undefined && (storage.mount_point = '/etc'),
    'the root file system of another container': ({ OCI }) => (OCI.Root.Path = '/run/kata-containers/abd/rootfs'),
    'another variable': ({ OCI }) => OCI.Process.Env.push('LD_PRELOAD=/x'),
    'another value': ({ OCI }) => OCI.Process.Env.push('USER=mallory'),
    'another value of a ConfigMap': ({ OCI }) => OCI.Process.Env.push('LEVEL=trace'),
    'another value around a service address': ({ OCI }) => OCI.Process.Env.push('URL=ftp://172.30.9.9/x'),
    'another mount': ({ OCI }) =>
      OCI.Mounts.push({ destination: '/etc/ssl', source: shared('ssl'), type_: 'bind', options: ['rbind'] }),
    'a mount twice': ({ OCI }) => OCI.Mounts.push(...OCI.Mounts.slice(-1)),
    'a writable mount': ({ OCI }) => (OCI.Mounts[3]?.options.splice(2, 1), undefined),
    'a mount from another folder': ({ OCI: { Mounts } }) => Mounts[3] !== undefined && (Mounts[3].source = '/etc'),
    'another hosts file': ({ OCI: { Mounts } }) => Mounts[2] !== undefined && (Mounts[2].source = '/etc/shadow'),
    'a mount with a path above': ({ OCI: { Mounts } }) =>
      Mounts[3] !== undefined && (Mounts[3].source = `${shared('data')}/../../../../etc`),
    'shared propagation': ({ OCI }) => OCI.Mounts[4]?.options.push('rshared'),
    'another user': ({ OCI }) => (OCI.Process.User.UID = 0),
    'another group': ({ OCI }) => (OCI.Process.User.GID = 0),
    'another additional group': ({ OCI }) => OCI.Process.User.AdditionalGids.push(10),
    'another capability': ({ OCI }) => OCI.Process.Capabilities.Ambient.push('CAP_SYS_ADMIN' as never),
    'privilege escalation': ({ OCI }) => (OCI.Process.NoNewPrivileges = false),
    'a writable root file system': ({ OCI }) => (OCI.Root.Readonly = false),
    'another working directory': ({ OCI }) => (OCI.Process.Cwd = '/'),
    'a terminal': ({ OCI }) => (OCI.Process.Terminal = true),
    'a kernel parameter': ({ OCI }) => (OCI.Linux.Sysctl['kernel.shm_rmid_forced'] = '1'),
    'a device': ({ devices }) => devices.push({ type_: 'blk' }),
    'a shared mount': (made) => made.shared_mounts.push({ name: 'x' }),
    'a hook': ({ OCI }) => (OCI.Hooks = { Prestart: [{ Path: '/x' }] }),
    'shared processes': (made) => (made.sandbox_pidns = true),
    'another container name': ({ OCI }) => (OCI.Annotations['io.kubernetes.container.name'] = 'db'),
    'another pod': ({ OCI }) => (OCI.Annotations['io.kubernetes.pod.name'] = 'web2'),
    'another namespace': ({ OCI }) => (OCI.Annotations['io.kubernetes.pod.namespace'] = 'evil'),
    'the type of the sandbox container': ({ OCI }) =>
      (OCI.Annotations['io.katacontainers.pkg.oci.container_type'] = 'pod_sandbox'),
  };
  for (const [title, change] of Object.entries(changes))
    test(`denies ${title}`, () => {
      assert.deepEqual(create(request((made) => void change(made))), [false, false]);
    });

  test('has no finding above information, and decides every request, in each release', () => {
    for (const release of releases) {
      const text = generate(pod, { release, execProbes: true, logs: true }).text ?? '';
      const read = new Policy(text);
      const environment = { release, severities: new Map(), workspace: undefined, onError: assert.fail, now: 0 };
      const found = checkPolicy(read, { uri: 'file:///policy.rego', place: 'file' }, environment);
      assert.deepEqual(
        found.filter(({ severity }) => severity === 'error' || severity === 'warning'),
        [],
      );
      const undecided = createPolicyTable(read, release).filter(({ verdict }) => verdict === 'undefined');
      assert.deepEqual(undecided, []);
    }
  });

  test('allows commands of probes, and logs, only if requested', () => {
    const probe = { process: { Args: ['check', 'ready'], Terminal: false } };
    const open = generate(pod, { execProbes: true, logs: true }).text ?? '';
    assert.deepEqual(verdicts(policy, 'ExecProcessRequest', probe), [false, false]);
    assert.deepEqual(verdicts(policy, 'ReadStreamRequest', {}), [false, false]);
    assert.deepEqual(verdicts(open, 'ExecProcessRequest', probe), [true, true]);
    assert.deepEqual(verdicts(open, 'ExecProcessRequest', { process: { Args: ['sh'] } }), [false, false]);
    assert.deepEqual(verdicts(open, 'ReadStreamRequest', {}), [true, true]);
    assert.equal(hasExecProbes(listWorkloads(readDocuments(pod))[0] ?? assert.fail()), true);
  });

  test('uses the request defaults of genpolicy settings', () => {
    const settings = readRequestDefaults({
      common: { ip_p: '[0-9]+' },
      request_defaults: {
        CreateContainerRequest: { allow_env_regex: ['^PORT_OF_X=$(ip_p)$'] },
        ExecProcessRequest: { allowed_commands: [['ls', '-l']], regex: ['^cat /[a-z]+$'] },
        ReadStreamRequest: true,
        CloseStdinRequest: false,
      },
    });
    assert.ok(settings);
    const text = generate(pod, { settings }).text ?? '';
    const environment = (variable: string) =>
      verdicts(
        text,
        'CreateContainerRequest',
        request(({ OCI }) => (OCI.Process.Env = ['PATH=/bin', variable])),
      );
    assert.deepEqual(environment('PORT_OF_X=80'), [true, true]);
    assert.deepEqual(environment('PORT_OF_X=a'), [false, false]);
    const exec = (...args: string[]) => verdicts(text, 'ExecProcessRequest', { process: { Args: args } });
    assert.deepEqual(
      [exec('ls', '-l'), exec('cat', '/etc'), exec('ls')],
      [
        [true, true],
        [true, true],
        [false, false],
      ],
    );
    assert.deepEqual(verdicts(text, 'ReadStreamRequest', {}), [true, true]);
    assert.equal(readRequestDefaults({ request_defaults: [] }), undefined);
  });

  test('names the deciding fields, and what is unknown', () => {
    for (const line of [
      '# spec.containers[0].image',
      '# spec.containers[0].command and spec.containers[0].args',
      '# spec.containers[0].volumeMounts[0]',
      '# spec.securityContext.runAsUser',
      '# - spec.containers[0].image: any image that the registry provides for this tag',
    ])
      assert.ok(policy.includes(line), line);
  });
});

describe('workloads that need a choice or have unsupported fields', () => {
  const deployment = (more: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: db}\nspec:\n  template:\n    spec:\n      runtimeClassName: kata\n      containers:\n${more}`;

  test('lists all pods of a file, with the pods of workloads', () => {
    const text = `${pod}---\n${deployment('      - {name: db, image: quay.io/shop/db}\n')}`;
    assert.deepEqual(
      listWorkloads(readDocuments(text)).map(({ kind, name }) => [kind, name]),
      [
        ['Pod', 'web'],
        ['Deployment', 'db'],
      ],
    );
    const local = generate(text, { name: 'db' }).text ?? '';
    assert.match(local, /is_in_pod\("\^db-\[a-z0-9-\]\+\$"\)/);
    assert.match(local, /is_named_image\(\["quay\.io\/shop\/db", "quay\.io\/shop\/db:latest"\]\)/);
    assert.match(local, /UpdateInterfaceRequest if \{/);
  });

  const messages: Readonly<Record<string, readonly [string, RegExp]>> = {
    'envFrom: [{configMapRef: {name: x}}]': ['{configMapRef', /every environment variable in the container/],
    'stdin: true': ['stdin', /WriteStreamRequest/],
    'volumeDevices: [{name: x, devicePath: /dev/x}]': ['volumeDevices', /block devices/],
    'resources: {limits: {nvidia.com/gpu: 1}}': ['nvidia.com/gpu', /devices for nvidia\.com\/gpu/],
    'securityContext: {privileged: true}': ['privileged', /privileged container/],
  };
  for (const [field, [at, message]] of Object.entries(messages))
    test(`reports ${field}`, () => {
      const text = deployment(`      - name: db\n        image: quay.io/shop/db\n        ${field}\n`);
      const [found] = generate(text).messages;
      assert.match(found?.message ?? '', message);
      assert.ok(text.slice(found?.start).startsWith(at), text.slice(found?.start));
    });

  test('generates nothing without a known image or without containers', () => {
    for (const containers of ['      - {name: db}\n', '      - {name: db, image: <image>}\n', '      []\n']) {
      const { text, messages } = generate(deployment(containers));
      assert.equal(text, undefined);
      assert.deepEqual(
        messages.map(({ fatal }) => fatal),
        [true],
      );
    }
  });

  test('keeps names from the manifest inside strings and comments', () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: "a\\n} default ExecProcessRequest := true"}\nspec:\n  runtimeClassName: kata-remote\n  containers:\n  - {name: "b\\n}", image: "q.io/x:1\\"]) ", command: ["\\u2028\`"]}\n`;
    const policy = new Policy(generate(text).text ?? '');
    assert.deepEqual([...policy.in('v0').problems, ...policy.in('v1').problems], []);
    const verdict = createPolicyTable(policy, newestRelease).find(({ endpoint }) => endpoint === 'ExecProcessRequest');
    assert.equal(verdict?.verdict, 'denied');
  });
});
