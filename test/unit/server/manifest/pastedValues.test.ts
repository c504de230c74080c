/** Tests text that is copied from web pages: one finding explains the mistake, with a fix if it's certain. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { check } from '#test/support/manifests/checkText.ts';
import { after, found, kataConfig, fixText, pod, titles } from '#test/support/manifests/podManifests.ts';

const pasted = ['yaml-pasted error'];
const syntax = ['yaml-syntax error'];
const config = kataConfig('logLevel: info');
const cm =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  CLOUD_PROVIDER: "ibmcloud"\n';
const other = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';

describe('callout legend', () => {
  const callouts = config.replace('logLevel: info', 'logLevel: info <1>');
  const numbered = [
    '1\nThe log level of the nodes.\n',
    '1\n  The log level of\n  all nodes.\n2\n  Another.\n',
    '\n(1) The log level.\n\n(2) Something else\nover two lines\n',
    '1. The log level of the nodes.\n',
  ];
  test('is removed in every format, after blank lines, and with CRLF', async () => {
    for (const legend of ['<1> The log level.\n', '① The log level.']) {
      assert.deepEqual(await found(config + legend), pasted, legend);
      assert.equal(await fixText(config + legend), config, legend);
      assert.equal(await fixText((config + legend).replaceAll('\n', '\r\n')), config.replaceAll('\n', '\r\n'), legend);
    }
    for (const legend of numbered) {
      assert.equal(await fixText(callouts + legend), callouts, legend);
      assert.equal(
        await fixText((callouts + legend).replaceAll('\n', '\r\n')),
        callouts.replaceAll('\n', '\r\n'),
        legend,
      );
    }
  });
  test('is removed only on request when it has bare numbers and the manifest has no callouts', async () => {
    for (const legend of numbered) {
      assert.deepEqual(await titles(config + legend), ['Remove the text'], legend);
      assert.equal(await after(config + legend, /Remove/), config, legend);
    }
  });
  test("isn't removed after a block scalar", async () => {
    const script = pod({ container: ['args:', '  - |', '    cat <<EOF'] });
    for (const lines of [
      '1 first line of a file\n2 second line\nEOF\n',
      '1. Remove the old data!\nrm -rf /data\nEOF\n',
      '<1> The cloud.\n',
    ])
      assert.deepEqual(await titles(script + lines), [], lines);
    assert.deepEqual(await found(`${cm}  NOTE: |\n<1> The cloud.\n`), syntax);
  });
  test('is removed before the callouts themselves', async () => {
    const selector = kataConfig('kataConfigPoolSelector:', '  matchLabels:', "    kata: 'true' 1");
    const once = await fixText(`${selector}1\nA label.\n`);
    assert.equal(once, selector);
    assert.equal(await fixText(once), selector.replace(' 1\n', '\n'));
  });
  test('is removed from a ConfigMap and between documents', async () => {
    assert.equal(await fixText(`${cm}<1> The cloud.\n`), cm);
    assert.equal(await fixText(`${config}<1> The level.\n---\n${cm}`), `${config}---\n${cm}`);
  });
  test("isn't detected in an unfinished number or before more YAML", async () => {
    assert.deepEqual(await found(`${config}1\n`), syntax);
    assert.deepEqual(await found(`${config}1\nspec:\n`), syntax);
    assert.deepEqual(await found(`${config}<1> The level.\nstatus: {}\n`), syntax);
    assert.deepEqual(await found(`${config}  : [\n<1> The level.\n`), syntax);
  });
  test("isn't removed after a block scalar with numbered lines", async () => {
    const text = `${cm}  INITDATA: |\n    1 first\n    2 second\n`;
    assert.deepEqual(await titles(`${text}<1> The cloud.\n`), []);
    assert.deepEqual(await found(`${text}  being typed\n`), syntax);
  });
});

describe('no-break space', () => {
  test('is fixed in indentation', async () => {
    for (const text of [config, cm]) {
      for (const space of ['\u00a0', '\u202f']) {
        const odd = text.replaceAll(/^ {2}/gm, space + space);
        assert.deepEqual(await found(odd), pasted);
        assert.equal(await fixText(odd), text);
      }
      assert.equal(await fixText(text.replace(/\n {2}(?=[a-zA-Z]+: \S+\n$)/, '\n \u00a0')), text);
    }
  });
  test("isn't fixed automatically in a document with a block scalar", async () => {
    const text = `${cm.replaceAll(/^ {2}/gm, '\u00a0\u00a0')}\u00a0\u00a0NOTE: |\n\u00a0\u00a0  a\n`;
    assert.deepEqual(await titles(text), ['Indent with regular spaces']);
  });
  test('is ignored in values, comments, block scalars, and other files', async () => {
    assert.deepEqual(await found(`${config}# \u00a0note\n`), []);
    assert.deepEqual(await found(`${cm}  HTTP_PROXY: "\u00a0x"\n`), []);
    assert.deepEqual(await found(`${cm}  HTTP_PROXY: |\n    \u00a0x\n`), []);
    assert.deepEqual(await found(`${other.replaceAll('  ', '\u00a0\u00a0')}# peer-pods-cm\n`), []);
  });
});

describe('missing document separator', () => {
  test('is added between two or three objects', async () => {
    for (const parts of [
      [config, cm],
      [cm, config, other],
      [other, cm],
      [config.replaceAll('\n', '\r\n'), cm.replaceAll('\n', '\r\n')],
    ]) {
      const newline = parts[0]?.includes('\r') === true ? '\r\n' : '\n';
      assert.deepEqual(await found(parts.join('')), pasted);
      assert.equal(await fixText(parts.join('')), parts.join(`---${newline}`));
    }
  });
  test("isn't added when one of the objects is invalid", async () =>
    assert.deepEqual(await titles(`${config}${cm}  x: y: z\n`), []));
  test("isn't confused with duplicate keys", async () => {
    assert.deepEqual(await found(`${config}kind: KataConfig\n`), ['yaml-duplicate-key error']);
    assert.deepEqual(await found(`${config}metadata:\n  name: b\n`), ['yaml-duplicate-key error']);
  });
  test('is ignored between other objects', async () =>
    assert.deepEqual(await found(`${other}${other}# peer-pods-cm\n`), []));
});

describe('equals sign', () => {
  test('is replaced by a colon among other lines and directly under spec', async () => {
    assert.equal(
      await fixText(kataConfig('enablePeerPods: false', 'logLevel = info')),
      kataConfig('enablePeerPods: false', 'logLevel: info'),
    );
    assert.deepEqual(await found(kataConfig('logLevel = info')), ['wrong-type error']);
    assert.equal(await fixText(kataConfig('logLevel = info')), config);
    assert.equal(
      await fixText(kataConfig('logLevel=info', 'enablePeerPods = false')),
      kataConfig('logLevel: info', 'enablePeerPods: false'),
    );
  });
  test('is kept in block scalars', async () => {
    const block = [
      '  INITDATA: |',
      '    version = "0.1.0"',
      '    name = "b"',
      '    data = "c"',
      '    TAGS = "d"',
      '',
    ].join('\n');
    assert.equal(await fixText(`${cm}${block}`.replace('namespace: ', 'namespace = ')), `${cm}${block}`);
    const script = pod({
      runtime: 'kata',
      container: ['args:', '  - |', '    name = value', '    image = other', '  - "a', '    name = x"', '  - name = y'],
    });
    assert.equal(await fixText(script.replace('runtimeClassName: kata', 'runtimeClassName = kata')), script);
  });
  test('is replaced only on request right after a block scalar', async () => {
    assert.deepEqual(await titles(`${cm}  INITDATA: |\n    version = "0.1.0"\n  TAGS = "d"\n`), ['Change to a colon']);
    assert.deepEqual(await titles(`${cm}  INITDATA: |\n    version = "0.1.0"\n  VXLAN_PORT: "9000"\n  TAGS = "d"\n`), [
      'Change to a colon (sure)',
    ]);
    assert.deepEqual(await titles(`${cm}  INITDATA: |\ndata = "c"\n`), []);
  });
  test('is replaced in a Secret', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: ssh-key-secret\nstringData:\n  id_rsa.pub = ssh-rsa AAA\n  id_rsa: |\n    type = x\n';
    assert.equal(await fixText(secret), secret.replace('pub = ', 'pub: '));
  });
  test('is a syntax error after an unknown field', async () =>
    assert.deepEqual(await found(kataConfig('enablePeerPods: false', 'level = info')), syntax));
});

test('pasted text is reported even if another extension checks YAML', async () => {
  const options = { yamlCheckedElsewhere: true };
  assert.equal((await check(`${config}<1> The level.\n`, options)).length, 1);
  assert.equal((await check(`${config}  : [\n`, options)).length, 0);
});

describe('automatic fix near an anchor', () => {
  const shared = (anchor: string, rest: string) =>
    `${kataConfig(`kataConfigPoolSelector: ${anchor}`, '  matchLabels:', '    kata: true')}${rest}`;
  test("isn't offered in an anchored mapping", async () => {
    assert.deepEqual(await titles(shared('&a', 'x: *a\n').replace('x:', 'status:')), ['Change to "true"']);
    assert.deepEqual(await titles(shared('&a', 'status:\n  <<: *a\n')), ['Change to "true"']);
  });
  test('is offered when the anchor has no aliases', async () =>
    assert.deepEqual(await titles(shared('&a', '')), ['Change to "true" (sure)']));
  test('is offered for a value outside the anchor', async () => {
    const text = shared('&a', 'status: *a\n')
      .replace('kata: true', 'kata: "true"')
      .replace('spec:\n', 'spec:\n  enablePeerPods: "false"\n');
    assert.deepEqual(await titles(text), ['Change to false (sure)']);
  });
});

describe('callout removal', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: "a" 1`);
  test('is offered for several callouts', async () =>
    assert.deepEqual(await titles(kataConfig(...keys(3))), ['Remove 1 (sure)']));
  const group = (callout: string) =>
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:${callout}\n  name: osc\n  namespace: openshift-sandboxed-containers-operator\nspec:\n  targetNamespaces:\n  - openshift-sandboxed-containers-operator\n`;
  test('is offered after a key with a mapping or list below', async () => {
    for (const callout of ['1', '(1)', '<1>', '①'])
      for (const newline of ['\n', '\r\n'])
        for (const [text, fixed] of [
          [group(` ${callout}`), group('')],
          [
            kataConfig(`kataConfigPoolSelector: ${callout}`, '  matchLabels:', '    a: b'),
            kataConfig('kataConfigPoolSelector:', '  matchLabels:', '    a: b'),
          ],
          [pod({ container: [] }).replace('containers:', `containers: ${callout}`), pod({ container: [] })],
        ].map((texts) => texts.map((one) => one.replaceAll('\n', newline)))) {
          assert.deepEqual(await titles(text ?? ''), [`Remove ${callout} (sure)`], text);
          assert.equal(await fixText(text ?? ''), fixed);
        }
  });
  test('is offered after each key, also above comments', async () => {
    const text = kataConfig('logLevel: info')
      .replace('metadata:', 'metadata: <1> # x\n\n  # y')
      .replace('spec:', 'spec: <2>');
    const once = await fixText(text);
    assert.equal(once, text.replace(' <1>', ''));
    assert.equal(await fixText(once), text.replace(/ <\d>/g, ''));
  });
  test("isn't offered for a number that might be a value", async () => {
    for (const line of ['replicas: 1', 'logLevel: 1', 'x: 30'])
      for (const title of await titles(kataConfig(line, '  checkNodeEligibility: false')))
        assert.doesNotMatch(title, /^Remove/, line);
    assert.deepEqual(await titles(kataConfig('logLevel: (1)', '  checkNodeEligibility: false')), ['Remove (1)']);
  });
  test("isn't offered for 11 callouts", async () => assert.deepEqual(await titles(kataConfig(...keys(11))), []));
});

describe('kind detection in invalid YAML', () => {
  const own = ['apiVersion: kataconfiguration.openshift.io/v1', 'kind: KataConfig', 'metadata:', '  name: a'];
  const list = (...items: (readonly string[])[]) =>
    `apiVersion: v1\nkind: List\nitems:\n${items.map((lines) => lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}\n`).join('')).join('')}`;
  const broken = ['apiVersion: v1', 'kind: Service', ' metadata: {}', 'spec: "x'];
  const map = ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: peer-pods-cm'];
  const cases: readonly [name: string, text: string][] = [
    ['a List with a KataConfig', list(own, broken)],
    ['a List with a KataConfig after the error', list(broken, own)],
    ['a List with a peer-pods-cm', list(broken, map)],
    [
      'a kustomization',
      'resources: [a.yaml]\nconfigMapGenerator:\n- name: peer-pods-cm\n   literals:\n  - CLOUD_PROVIDER=AWS\n',
    ],
    [
      'a Pod with indented metadata',
      `apiVersion: v1\nkind: Pod\n  metadata:\n    name: a\nspec:\n  runtimeClassName: kata-remote\n`,
    ],
    [
      'a Deployment with an annotation',
      'apiVersion: apps/v1\nkind: Deployment\n  metadata:\n    annotations:\n      io.katacontainers.config.agent.policy: x\n',
    ],
  ];
  for (const [name, text] of cases)
    test(`reports a syntax error in ${name}`, async () => {
      assert.deepEqual(await found(text), syntax);
      assert.deepEqual(await found(text.replaceAll('\n', '\r\n')), syntax);
    });
  const others: readonly [name: string, text: string][] = [
    ['a List of other objects', `${list(broken)}# kata\n`],
    [
      'a Pod with another runtime class',
      'apiVersion: v1\nkind: Pod\n  metadata: {}\nspec:\n  runtimeClassName: gvisor # not kata\n',
    ],
    [
      'a script that contains a runtime class',
      'apiVersion: v1\nkind: Pod\n  metadata: {}\nspec:\n  args:\n  - |\n    runtimeClassName: kata\n',
    ],
    ['another kind', 'apiVersion: example.com/v1\nkind: Runner\n  metadata: {}\nspec:\n  runtimeClassName: kata\n'],
    [
      'a kustomization that only references peer-pods-cm',
      'resources: [peer-pods-cm.yaml]\n  images: []\n- name: peer-pods-cm\n',
    ],
  ];
  for (const [name, text] of others) test(`ignores ${name}`, async () => assert.deepEqual(await found(text), []));
});
