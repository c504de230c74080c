/** Tests support bundles: their parts, the missing data, the redaction, and that they leave nothing behind. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { writeArchive } from '#client/mustGather/supportArchive/writeArchive.ts';
import { composeForCommand, type BundleCommandOptions } from '#client/mustGather/supportBundle/bundleCommand.ts';
import { getList, getNumber, getString } from '#core/common/json.ts';
import { createBundleName, listBundleParts, type BundleContents } from '#core/mustGather/supportBundle.ts';
import { createMustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { openSource } from '#gather/sources/openSource.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '#test/support/cluster/apiClient.ts';
import { pax, tarOf } from '#test/support/mustGather/archiveFiles.ts';
import { mustGatherFiles } from '#test/support/mustGather/gatherStage.ts';
import { random } from '#test/support/randomInput/random.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { canary, leakedCredentials } from '../../redaction/canaryForms.ts';

describe('support bundle', () => {
  let root: string;
  let certificates: Certificates;
  before(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'osc-support-'));
    certificates = await makeCertificates(Date.now());
  });
  after(() => rmSync(root, { recursive: true }));

  /** Composes bundles of a simulated cluster in a new folder. */
  const withCluster = async (
    name: string,
    work: (
      simulation: Simulation,
      folder: string,
      compose: (options?: Partial<BundleCommandOptions>) => ReturnType<typeof composeForCommand>,
    ) => Promise<void>,
  ): Promise<void> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario);
    const simulation = await simulate({ scenario, certificates });
    const kubeconfig = path.join(root, `${name}.kubeconfig`);
    writeFileSync(kubeconfig, simulation.kubeconfig);
    const folder = mkdtempSync(path.join(root, 'to-'));
    const order = {
      context: currentContext(simulation.kubeconfig),
      kubeconfig,
      allowExec: false,
      folder,
      home: root,
      env: {},
      tell: () => undefined,
    };
    try {
      await work(simulation, folder, (options) => composeForCommand(order, { ...common(folder), ...options }));
    } finally {
      await simulation.close();
    }
  };
  const common = (folder: string): BundleCommandOptions => ({
    folder,
    output: 'case.zip',
    findings: undefined,
    version: '1.2.3',
    stop: new AbortController().signal,
    onProgress: () => undefined,
  });
  const saved = async (composed: ReturnType<typeof composeForCommand>): Promise<BundleContents> => {
    const result = await composed;
    assert.ok(result.ok, result.ok ? '' : result.error);
    await result.value.save();
    return result.value.contents;
  };
  const unpacked = async (zip: string): Promise<ReadonlyMap<string, Buffer>> => {
    const files = new Map<string, Buffer>();
    for await (const file of (await openSource(zip)).files({ refused: ({ path: one }) => assert.fail(one) })) {
      const parts: Uint8Array[] = [];
      for await (const part of file.bytes()) parts.push(Uint8Array.from(part));
      files.set(file.path.slice(file.path.indexOf('/') + 1), Buffer.concat(parts));
    }
    return files;
  };
  const findingsIn = async (at: string): Promise<readonly string[]> => {
    const report = await createMustGatherReport(at);
    assert.ok(report.ok, report.ok ? '' : report.error.words);
    return report.value.findings.map(({ id, about, evidence }) =>
      JSON.stringify([id, about, evidence.map(({ line, text }) => [line, text])]),
    );
  };
  /** Writes a must-gather of a scenario. */
  const written = (name: string): string => {
    const at = mkdtempSync(path.join(root, 'must-gather-'));
    for (const { path: file, text } of mustGatherFiles(stage({ name }), 'cluster')) {
      mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
      writeFileSync(path.join(at, file), text);
    }
    return at;
  };

  test('contains the must-gather, the reports, and the pod logs, and equals its manifest', async () => {
    await withCluster('pod-logs', async (simulation, folder, compose) => {
      const finding = { file: 'a.yaml', line: 3, severity: 'error', rule: 'osc/x' };
      const contents = await saved(compose({ findings: [finding] }));
      assert.deepEqual(readdirSync(folder), ['case.zip']);
      const files = await unpacked(path.join(folder, 'case.zip'));
      const manifest: unknown = JSON.parse(files.get('osc-manifest.json')?.toString() ?? '');
      const listed = getList(manifest, 'files').map((one) => [
        getString(one, 'path'),
        getNumber(one, 'size'),
        getString(one, 'sha256'),
      ]);
      assert.deepEqual(
        listed,
        [...files]
          .filter(([name]) => name !== 'osc-manifest.json')
          .map(([name, bytes]) => [name, bytes.length, createHash('sha256').update(bytes).digest('hex')]),
      );
      assert.equal(contents.files.length, listed.length);
      assert.deepEqual(
        listBundleParts(contents.files).map(({ part }) => part),
        ['mustGather', 'podLogs', 'report', 'status', 'preflight', 'permissions', 'events', 'findings', 'versions'],
      );
      const names = [...files.keys()];
      for (const log of [
        /^must-gather\/.+\/pods\/controller-manager-[^/]+\/manager\/manager\/logs\/current\.log$/,
        /^support\/logs\/shop\/web-[^/]+\/app\.log$/,
        /^support\/logs\/shop\/web-[^/]+\/app\.previous\.log$/,
        /^support\/events\/shop\.txt$/,
      ])
        assert.ok(
          names.some((name) => log.test(name)),
          `${String(log)} in ${names.join('\n')}`,
        );
      assert.equal(files.get('support/findings.txt')?.toString(), 'a.yaml:3: error osc/x\n');
      const versions: unknown = JSON.parse(files.get('support/versions.json')?.toString() ?? '');
      assert.equal(getString(versions, 'versions', 'osc-tools'), '1.2.3');
      assert.equal(getString(versions, 'versions', 'operator'), '1.12.0');
      assert.match(getString(versions, 'versions', 'openShift') ?? '', /^4\.\d+\.\d+$/);
      const verbs = new Set(simulation.audit.entries.map(({ verb, url }) => `${verb} ${url.split('?')[0] ?? ''}`));
      const changes = [...verbs].filter((one) => !/^(?:get|list|watch) |selfsubject|kataconfigs$/.test(one));
      assert.deepEqual(changes, []);
    });
  });

  for (const name of ['install-pool-paused', 'image-job-fails', 'two-workers-installed']) {
    test(`has the same findings as the must-gather of the user, without a cluster: ${name}`, async () => {
      const mustGather = written(name);
      const archive = `${mustGather}.tgz`;
      execFileSync('tar', ['-C', mustGather, '-czf', archive, '.']);
      for (const source of [mustGather, archive]) {
        const folder = mkdtempSync(path.join(root, 'to-'));
        const contents = await saved(composeForCommand(undefined, { ...common(folder), mustGather: source }));
        assert.deepEqual(await findingsIn(path.join(folder, 'case.zip')), await findingsIn(mustGather));
        assert.deepEqual(
          listBundleParts(contents.files).map(({ part }) => part),
          [...new Set(['mustGather', 'podLogs', 'report', 'versions'])],
        );
        assert.ok(contents.missing.every(({ isExpected }) => isExpected === true));
        assert.ok(
          contents.missing.some(({ part, reason }) => part === 'status' && reason === "You didn't select a cluster."),
        );
      }
    });
  }

  test('names each part that the user has no permission to read, with the permission', async () => {
    await withCluster('no-permission', async (_, folder, compose) => {
      const { missing, files } = await saved(compose());
      const reasons = (part: string): string =>
        missing.flatMap((one) => (one.part === part && one.isExpected !== true ? [one.reason] : [])).join('\n');
      const nodes = /cannot list resource "nodes"/;
      assert.match(reasons('status'), nodes);
      assert.match(reasons('preflight'), nodes);
      assert.match(reasons('mustGather'), nodes);
      assert.match(reasons('events'), /permission to list events in namespace openshift-sandboxed-containers-operator/);
      assert.match(reasons('events'), /permission to list events in namespace default/);
      assert.match(reasons('imageJob'), /cannot list resource "pods"/);
      assert.match(reasons('podLogs'), /permission to list pods in all namespaces, so only your projects are included/);
      assert.ok(files.some(({ path: file }) => file === 'support/permissions.txt'));
      assert.match(reasons('mustGather'), /^secrets \(Access denied: .*cannot list resource "secrets"/m);
      const text = (await unpacked(path.join(folder, 'case.zip'))).get('support/missing.txt')?.toString() ?? '';
      for (const { reason } of missing) assert.ok(text.includes(reason), `${reason} in ${text}`);
    });
  });

  test('leaves nothing behind if it is canceled in any step', async () => {
    await withCluster('install-pool-paused', async (_, folder, compose) => {
      const steps: string[] = [];
      const first = await compose({ onProgress: (text) => void steps.push(text) });
      assert.ok(first.ok);
      await first.value.discard();
      assert.deepEqual(readdirSync(folder), []);
      assert.ok(steps.length > 20, steps.join('\n'));
      assert.equal(steps.at(-1), 'Redacting credentials...');
      // Some steps of the collection are similar.
      const chosen = [0, 1, 2, 3, 10, steps.length - 3, steps.length - 2, steps.length - 1];
      for (const index of chosen) {
        const stop = new AbortController();
        let count = 0;
        const onProgress = (): void => {
          if (count === index) stop.abort();
          count += 1;
        };
        await assert.rejects(compose({ stop: stop.signal, onProgress }), { name: 'AbortError' });
        assert.deepEqual(readdirSync(folder), [], `after step ${index}: ${steps[index] ?? ''}`);
      }
    });
  });

  test('deletes what a killed process left next to the target, but nothing else', async () => {
    const mustGather = written('two-workers-installed');
    const folder = mkdtempSync(path.join(root, 'to-'));
    const composed = await composeForCommand(undefined, { ...common(folder), mustGather });
    assert.ok(composed.ok);
    const [own = ''] = readdirSync(folder);
    const [, prefix = ''] = /^(osc-support-[\da-f]{8})-\d+-\w{6}$/.exec(own) ?? [];
    assert.notEqual(prefix, '', own);
    // No process has this ID, because it exceeds the maximum of Linux and of macOS.
    const dead = 2 ** 23;
    const kept = ['osc-support-00000000-8388608-folder', `${prefix}-${dead}-linked`, 'case', own];
    for (const name of [`${prefix}-${dead}-folder`, 'osc-support-00000000-8388608-folder', 'case']) {
      mkdirSync(path.join(folder, name, 'contents'), { recursive: true });
      writeFileSync(path.join(folder, name, 'contents', 'file'), 'x');
    }
    symlinkSync(path.join(folder, 'case'), path.join(folder, `${prefix}-${dead}-linked`), 'junction');
    const next = await composeForCommand(undefined, { ...common(folder), mustGather, output: 'next.zip' });
    assert.ok(next.ok);
    await next.value.discard();
    assert.deepEqual(readdirSync(folder).toSorted(), kept.toSorted());
    assert.deepEqual(readdirSync(path.join(folder, 'case', 'contents')), ['file']);
    await composed.value.discard();
  });

  test('does not replace an existing file, even if the file was created in the meantime', async () => {
    const mustGather = written('two-workers-installed');
    const folder = mkdtempSync(path.join(root, 'to-'));
    const target = path.join(folder, 'case.zip');
    const composed = await composeForCommand(undefined, { ...common(folder), mustGather });
    assert.ok(composed.ok);
    writeFileSync(target, 'mine');
    await assert.rejects(composed.value.save(), { message: `${target} already exists. Specify another file.` });
    assert.equal(readFileSync(target, 'utf8'), 'mine');
    assert.deepEqual(readdirSync(folder), ['case.zip']);
    await assert.rejects(composeForCommand(undefined, { ...common(folder), mustGather }), /already exists/);
    assert.deepEqual(readdirSync(folder), ['case.zip']);
  });

  test(
    'does not lose the bundle if a link without a target has its name',
    { skip: process.platform === 'win32' },
    async () => {
      const mustGather = written('two-workers-installed');
      const folder = mkdtempSync(path.join(root, 'to-'));
      const target = path.join(folder, 'case.zip');
      const composed = await composeForCommand(undefined, { ...common(folder), mustGather });
      assert.ok(composed.ok);
      symlinkSync(path.join(folder, 'missing'), target);
      await assert.rejects(composed.value.save(), { message: `${target} already exists. Specify another file.` });
      await assert.rejects(composeForCommand(undefined, { ...common(folder), mustGather }), /already exists/);
      assert.deepEqual(readdirSync(folder), ['case.zip']);
    },
  );

  test('is not created in the folder of the must-gather, because it would contain itself', async () => {
    const mustGather = written('two-workers-installed');
    const before = readdirSync(mustGather);
    const linked = path.join(mkdtempSync(path.join(root, 'to-')), 'linked');
    symlinkSync(mustGather, linked, 'junction');
    for (const folder of [mustGather, linked])
      await assert.rejects(composeForCommand(undefined, { ...common(folder), mustGather }), {
        message: `The support bundle can't be in the must-gather folder ${mustGather}. Specify another folder.`,
      });
    assert.deepEqual(readdirSync(mustGather), before);
  });

  test('lists the entries of an archive that the disk cannot contain, and contains the others', async () => {
    const archive = path.join(mkdtempSync(path.join(root, 'archive-')), 'a.tar');
    const long = `mg/${'x'.repeat(300)}.log`;
    const files = mustGatherFiles(stage({ name: 'two-workers-installed' }), 'cluster');
    const entries = files.map(({ path: name, text }) => ({ name: `mg/${name}`, text }));
    const named = entries.flatMap((entry) => [{ name: 'pax', type: 'x', text: pax('path', entry.name) }, entry]);
    const hostile = [
      { name: 'pax', type: 'x', text: pax('path', long) },
      { name: 'long', text: 'hi' },
      { name: 'mg/file', text: 'hi' },
      { name: 'mg/file/below', text: 'hi' },
      { name: 'mg/last.log', text: 'the last file' },
    ];
    writeFileSync(archive, tarOf([...named, ...hostile]));
    const folder = mkdtempSync(path.join(root, 'to-'));
    const { missing } = await saved(composeForCommand(undefined, { ...common(folder), mustGather: archive }));
    assert.deepEqual(
      missing.filter(({ isExpected }) => isExpected !== true).map(({ reason }) => reason),
      [`${long}: a path that is too long`, 'mg/file/below: a duplicate name'],
    );
    const packed = await unpacked(path.join(folder, 'case.zip'));
    assert.equal(packed.get('must-gather/mg/last.log')?.toString(), 'the last file');
    assert.equal(packed.get('must-gather/mg/file')?.toString(), 'hi');
  });

  test('fails and leaves nothing behind if the archive is larger than the maximum', async () => {
    const folder = mkdtempSync(path.join(root, 'to-'));
    const signal = new AbortController().signal;
    const options = { redact: true, include: new Set<string>(), maxBytes: 1000, signal, progress: () => undefined };
    await assert.rejects(writeArchive(written('two-workers-installed'), path.join(folder, 'a.zip'), options), {
      message: 'The archive is larger than 0.001 MB.',
    });
    assert.deepEqual(readdirSync(folder), []);
  });

  test('uses UTC in its name, and only characters that every file system allows', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Pacific/Kiritimati';
    try {
      const name = createBundleName('api/demo:6443/Jörg', Date.UTC(2026, 10, 29, 23, 5, 1));
      assert.equal(name, 'osc-support-api-demo-6443-J-rg-20261129-230501Z');
      const at = Date.UTC(2026, 0, 1);
      assert.equal(createBundleName('must-gather.local.demo.tar.gz', at), 'osc-support-demo-20260101-000000Z');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('contains no credential from logs, events, or object names', async () => {
    await withCluster('pod-logs', async ({ store, resources, logs, clock }, folder, compose) => {
      const chance = random(2026);
      const all = Array.from({ length: 900 }, () => canary(chance)).filter(({ text }) => !text.trim().includes('\n'));
      assert.ok(all.length > 200, String(all.length));
      const pods = store.list({ group: '', plural: 'pods' }).items.map(({ metadata }) => metadata);
      const web = pods.find(({ name }) => name.startsWith('web-'));
      const operator = pods.find(({ name }) => name.startsWith('controller-manager-'));
      assert.ok(web?.namespace !== undefined && operator?.namespace !== undefined);
      const events = resources.need('', 'events');
      for (const [index, { text }] of all.entries()) {
        const line = text.trim();
        logs.append(web.namespace, web.name, 'app', { at: clock.now(), text: line });
        logs.append(operator.namespace, operator.name, 'manager', { at: clock.now(), text: line });
        const created = store.create(events, {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: `planted-${index}`, namespace: web.namespace },
          involvedObject: { apiVersion: 'v1', kind: 'Pod', name: web.name, namespace: web.namespace, uid: web.uid },
          type: 'Warning',
          reason: 'Failed',
          message: line,
          lastTimestamp: new Date(clock.now()).toISOString(),
        });
        assert.ok(created.ok);
      }
      const [container] = kataSpec.containers;
      const withPassword = store.create(resources.need('', 'pods'), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'db', namespace: web.namespace },
        spec: { ...kataSpec, containers: [{ ...container, env: [{ name: 'DB_PASSWORD', value: 'hunter2pass' }] }] },
      });
      assert.ok(withPassword.ok);
      // The log shows that the name of the pod and of the namespace is a credential.
      const named = 'ca7planted0in1a2name';
      logs.append(web.namespace, web.name, 'app', { at: clock.now(), text: `password=${named}` });
      for (const [plural, object] of [
        ['namespaces', { kind: 'Namespace', metadata: { name: named } }],
        ['pods', { kind: 'Pod', metadata: { name: named, namespace: named }, spec: kataSpec }],
      ] as const)
        assert.ok(store.create(resources.need('', plural), { apiVersion: 'v1', ...object }).ok);
      const { leftOut, files: listed } = await saved(compose());
      const files = [...(await unpacked(path.join(folder, 'case.zip')))];
      const text = files.map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
      const lines = (name: string): number =>
        (files.find(([one]) => one === name)?.[1].toString() ?? '').split('\n').length;
      assert.ok(lines('support/events/shop.txt') > 200);
      assert.ok(lines(`support/logs/shop/${web.name}/app.log`) > 200);
      // The pods were redacted during the collection, before the bundle was packed.
      const collected = listed.find(({ path: file }) => file.endsWith('/namespaces/shop/core/pods.yaml'));
      assert.equal(collected?.replaced, 1, String(collected?.replaced));
      const survived = all.flatMap(({ core, made }) => (leakedCredentials(core, text) === undefined ? [] : [made]));
      assert.deepEqual(survived, []);
      assert.equal(leakedCredentials(named, text), undefined);
      assert.equal(leakedCredentials(named, JSON.stringify(leftOut)), undefined);
      assert.ok(
        leftOut.some(({ why }) => why === 'the file name contains a credential'),
        JSON.stringify(leftOut),
      );
    });
  });
});

const kataSpec = { runtimeClassName: 'kata', containers: [{ name: 'app', image: 'registry.example.com/a:1' }] };
