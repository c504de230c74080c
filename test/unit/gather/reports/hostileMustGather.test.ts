/** Tests that any text in the files of a must-gather is only read or reported as unreadable. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diagnose } from '#core/diagnosis/diagnose.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { viewOfReport } from '#client/mustGather/report/createReportView.ts';
import { formatReport, formats } from '#gather/reports/index.ts';
import { readGather } from '#gather/read/readMustGather.ts';
import { CleanTexts } from '#gather/read/textRedactor.ts';
import { UnreadableSourceError } from '#gather/sources/mustGatherSource.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { FileToWrite } from '#simulator/mustGather/mustGatherFiles.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { mustGatherFiles, memorySource, readFiles } from '#test/support/mustGather/gatherStage.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const nodes = 'x/cluster-scoped-resources/core/nodes';
const configMaps = 'x/namespaces/openshift-sandboxed-containers-operator/core/configmaps.yaml';

async function report(files: readonly FileToWrite[]): Promise<MustGatherReport> {
  const gathered = await readFiles(files);
  const summary = {
    openShift: undefined,
    operator: undefined,
    operatorState: '',
    kata: '',
    health: 'unknown' as const,
    nodes: undefined,
    at: gathered.at,
  };
  return { gathered, findings: diagnose(gathered), summary };
}

describe('hostile must-gather', () => {
  test('reports alias bombs and invalid YAML, and reads the rest', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n`;
    const node = 'metadata:\n  name: good\n  uid: u1\n';
    const { snapshot, gaps } = await readFiles([
      { path: `${nodes}/bomb.yaml`, text: bomb },
      { path: `${nodes}/none.yaml`, text: 'a: [b\n  c: }' },
      { path: `${nodes}/tag.yaml`, text: '!!js/function "x"\n' },
      { path: `${nodes}/scalar.yaml`, text: 'just text' },
      { path: `${nodes}/good.yaml`, text: node },
    ]);
    assert.deepEqual(
      [...snapshot.nodes.items.values()].map(({ name }) => name),
      ['good'],
    );
    assert.equal(gaps.filter((gap) => /isn't valid YAML/.test(gap)).length, 2, gaps.join('\n'));
  });

  test('is read in linear time despite very many spaces and empty lines', async () => {
    const core = 'x/namespaces/openshift-sandboxed-containers-operator/core';
    await assertProportional((part) => {
      const blank = '\n'.repeat(300_000 * part);
      return readFiles([
        { path: `${nodes}/good.yaml`, text: 'metadata:\n  name: good\n  uid: u1\n' },
        { path: `${core}/pods.yaml`, text: blank },
        { path: `${core}/events.yaml`, text: blank },
      ]);
    });
    for (const start of ['token', 'password=', 'token bearer'])
      await assertProportional(
        (part) => new CleanTexts().line(`${start}${' '.repeat(3900)}`.repeat(160 * part)),
        start,
      );
  });

  test('escapes control characters in file names of gaps', async () => {
    const { gaps } = await readFiles([
      { path: `${nodes}/good.yaml`, text: 'metadata:\n  name: good\n  uid: u1\n' },
      { path: `${nodes}/a\u202e\u001b[31mb.yaml`, text: 'a: [b' },
    ]);
    assert.equal(
      gaps.find((gap) => gap.includes('valid YAML')),
      `${nodes}/a\\u202e\\u001b[31mb.yaml isn't valid YAML.`,
    );
  });

  test('ignores a second file with the same name', async () => {
    const node = (name: string): string => `metadata:\n  name: ${name}\n  uid: ${name}\n`;
    const { snapshot, gaps } = await readFiles([
      { path: `${nodes}/one.yaml`, text: node('first') },
      { path: `${nodes}/one.yaml`, text: node('second') },
    ]);
    assert.deepEqual([...snapshot.nodes.items.keys()], ['first']);
    assert.ok(gaps.includes("1 item in the must-gather wasn't read: a duplicate name."));
  });

  test('reports a file that is too large, regardless of its declared size', async () => {
    const source = {
      async *files() {
        for (const size of [1e9, 10]) {
          yield {
            path: `${nodes}/large-${size}.yaml`,
            size,
            async *bytes() {
              const piece = Buffer.alloc(8 << 20, 32);
              for (let count = 0; count < 20; count += 1) yield piece;
            },
          };
        }
      },
    };
    const { gaps } = await readGather(source);
    assert.equal(gaps.filter((gap) => /larger than 64 MiB/.test(gap)).length, 2);
  });

  test('reports a file with too many parts and reads the rest', async () => {
    const { snapshot, gaps } = await readFiles([
      { path: `${nodes}/many.yaml`, text: `a:\n${'-\n'.repeat(2_000_001)}` },
      { path: `${nodes}/good.yaml`, text: 'metadata:\n  name: good\n  uid: u1\n' },
    ]);
    assert.ok(
      gaps.includes(`${nodes}/many.yaml has more than 2 million YAML elements and wasn't read.`),
      gaps.join('\n'),
    );
    assert.equal(snapshot.nodes.items.size, 1);
  });

  test('omits credentials of ConfigMaps and Secrets from all reports', async () => {
    const canary = 'canary-5f3a9d';
    const text = `apiVersion: v1\nitems:\n- apiVersion: v1\n  data:\n    CLOUD_PROVIDER: aws\n    AWS_SECRET_ACCESS_KEY: ${canary}\n    name: ${canary}\n    note: |\n      password: ${canary}\n  kind: ConfigMap\n  metadata:\n    name: peer-pods-cm\n    uid: u1\nkind: List\n`;
    const secret = `apiVersion: v1\nitems:\n- apiVersion: v1\n  data:\n    token: ${canary}\n    name: ${canary}\n  kind: Secret\n  metadata:\n    name: peer-pods-secret\n    uid: u2\nkind: List\n`;
    const found = await report([
      { path: configMaps, text },
      { path: configMaps.replace('configmaps', 'secrets'), text: secret },
    ]);
    assert.ok(found.findings.length > 0, 'keys are missing, which is told with evidence');
    const kept = JSON.stringify([
      ...found.gathered.marks.values(),
      [...found.gathered.snapshot.configMaps.items.values()].map(({ data }) => ({ ...data, name: '', note: '' })),
    ]);
    assert.doesNotMatch(kept, new RegExp(canary));
    for (const format of ['text', 'md', 'json', 'sarif'] as const)
      assert.doesNotMatch(JSON.stringify(formatReport(found, format, '1')), new RegExp(canary), format);
  });

  test('omits credentials from log evidence and keeps messages about Secrets', () => {
    const forms = [
      'AZURE_CLIENT_SECRET=CANARY',
      'pull https://user:CANARY@host',
      String.raw`msg="{\"client_secret\":\"CANARY\"}"`,
      'docker login -u x -p CANARY q',
      'key AKIACANARYCANARYCANA',
    ];
    for (const form of forms) assert.doesNotMatch(new CleanTexts().line(form), /CANARY/, form);
    const kept = [
      'get secret peer-pods-secret: secrets "peer-pods-secret" not found',
      'missing key(s) in secret: AWS_ACCESS_KEY_ID, AWS_REGION',
      'peer-pods-secret: not found',
    ];
    for (const line of kept) assert.equal(new CleanTexts().line(line), line);
  });

  test('escapes control characters in file names of all reports', async () => {
    const files = mustGatherFiles(stage({ name: 'install-pool-paused' }), 'cluster').map(({ path, text }) => ({
      path: `a\u202egnp\u200b\u0007/${path}`,
      text,
    }));
    const found = await report(files);
    assert.ok(found.findings.some(({ evidence }) => evidence.length > 0));
    const shown = ['text', 'md', 'json', 'sarif'].map((format) => {
      const formatted = formatReport(found, formats.find((one) => one === format) ?? 'text', '1');
      return 'text' in formatted ? formatted.text : formatSanitizedJson(formatted.value);
    });
    shown.push(...viewOfReport('x', found).findings.flatMap(({ evidence }) => evidence.map(({ file }) => file)));
    for (const text of shown) for (const unseen of ['\u202e', '\u200b', '\u0007']) assert.ok(!text.includes(unseen));
    assert.match(shown[0] ?? '', /a\\u202egnp\\u200b\\u0007\//);
    assert.match(shown[1] ?? '', /a&#92;u202egnp&#92;u200b&#92;u0007\//);
    assert.match(shown[3] ?? '', /a%E2%80%AEgnp/);
    assert.match(shown[4] ?? '', /^a\\u202egnp/);
  });

  test('escapes Markdown, HTML, and links from the cluster', async () => {
    const evil = '](http://evil.example) <img src=x onerror=alert(1)> | `oc delete` **x**';
    const files = mustGatherFiles(stage({ name: 'install-node-degraded' }), 'cluster').map((file) => ({
      ...file,
      text: file.text.replaceAll('failed to drain node', `'${evil.replaceAll("'", '')}'`.replaceAll("'", '')),
    }));
    const found = await report(files);
    assert.ok(found.findings.length > 0);
    const formatted = formatReport(found, 'md', '1');
    assert.ok('text' in formatted);
    assert.doesNotMatch(formatted.text, /<img|\]\(http:\/\/evil|\*\*x/);
  });

  test('treats empty descriptions as unknown, not as missing resources', async () => {
    const root = 'x/sandboxed-containers';
    const empty = ['kataconfig', 'subscription', 'clusterserviceversion'].map((name) => ({
      path: `${root}/${name}_description`,
      text: '',
    }));
    const labelled =
      'metadata:\n  name: worker-0\n  uid: u1\n  labels:\n    node-role.kubernetes.io/worker: ""\n    node-role.kubernetes.io/kata-oc: ""\n';
    const { gathered, findings } = await report([...empty, { path: `${nodes}/worker-0.yaml`, text: labelled }]);
    assert.deepEqual(findings, []);
    assert.equal(gathered.snapshot.kataConfigs.asOf, undefined);
    assert.ok(
      gathered.gaps.includes(
        `${root}/kataconfig_description is empty. Either the cluster has no resources of this kind, or the must-gather couldn't read them.`,
      ),
      gathered.gaps.join('\n'),
    );
  });

  test('is rejected without any must-gather data', async () => {
    await assert.rejects(readFiles([{ path: 'photos/one.jpg', text: 'x' }]), UnreadableSourceError);
  });

  test('never causes an exception after random damage', async () => {
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const cluster = stage({ name: 'install-node-degraded' });
    const all = [...mustGatherFiles(cluster, 'cluster'), ...mustGatherFiles(cluster, 'sandboxed')].filter(
      ({ path }) => !/core\/pods|machineconfigs\//.test(path),
    );
    let seen = 0;
    for (let run = 0; run < 25; run += 1) {
      const turned = all.map((file) => {
        const lines = file.text.split('\n');
        for (let turn = 0; turn <= random(5); turn += 1) {
          const at = random(lines.length);
          const kind = random(5);
          if (kind === 0) lines.splice(at, 1);
          else if (kind === 1) lines.splice(at, 0, lines[random(lines.length)] ?? '');
          else if (kind === 2) lines[at] = (lines[at] ?? '').slice(random(5));
          else if (kind === 3) lines[at] = `${lines[at] ?? ''}: [}`;
          else lines.length = Math.max(1, at);
        }
        return { ...file, text: lines.join('\n') };
      });
      const found = await report(turned);
      for (const format of ['text', 'md', 'json', 'sarif'] as const) assert.ok(formatReport(found, format, '1'));
      seen += found.gathered.gaps.length;
    }
    assert.ok(seen > 0, 'something could not be read');
  });
});

test('must-gather read stops between files when aborted', async () => {
  const stopping = new AbortController();
  let count = 0;
  const source = {
    async *files({ signal }: { readonly signal?: AbortSignal }) {
      for await (const file of memorySource([
        { path: `${nodes}/a.yaml`, text: 'a: b' },
        { path: `${nodes}/b.yaml`, text: 'a: b' },
      ]).files({ refused: () => undefined })) {
        signal?.throwIfAborted();
        count += 1;
        yield file;
        stopping.abort(new Error('enough'));
      }
    },
  };
  await assert.rejects(readGather(source, { signal: stopping.signal }), /enough/);
  assert.equal(count, 1);
});
