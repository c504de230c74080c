/** Tests what the redaction removes from a must-gather, and what it keeps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteHidden } from '#core/redaction/index.ts';
import { recordText } from '#core/mustGather/collectionRecord.ts';
import { createLineRedactor } from '#core/redaction/lineRedactor.ts';
import { redactText } from '#core/redaction/redaction.ts';
import { assertProportional, shortened } from '#test/support/performance/growth.ts';

const cleaned = (text: string, path = 'nodes/a/a_logs_crio'): string => redactText(text, path);

test('redacts credentials in headers, URLs, variables, and JSON', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Authorization: Bearer abcdefghijkl', 'Authorization: ***'],
    ['token sha256~ABCDEFGHIJKLMNOPQRSTUVWX used', 'token *** used'],
    ['jwt eyJhbGciOiJSUzI1.eyJzdWIiOiJ4eHh4.c2ln end', 'jwt *** end'],
    ['key AKIAABCDEFGHIJKLMNOP in use', 'key *** in use'],
    ['pull https://user:hunter2@registry.example/x', 'pull https://***@registry.example/x'],
    ['AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI', 'AWS_SECRET_ACCESS_KEY: ***'],
    ['  "password": "hunter2", "user": "me"', '  "password": "***", "user": "me"'],
    ["azure_client_secret='a b'", "azure_client_secret='***'"],
    ['{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"}}}', '{"auths":{"quay.io":{"auth":"***"}}}'],
    ['client-key-data: LS0tLS1CRUdJTg==', 'client-key-data: ***'],
    ['env PASSWORD="with \\" quote" next', 'env PASSWORD="***" next'],
    ['?token=abc123def&x=1', '?token=***&x=1'],
    ['aws --secret-key abc --x', 'aws --secret-key *** --x'],
    ['aws --secret-key "two words1" --x', 'aws --secret-key "***" --x'],
    ["aws --secret-key 'hunter2'", "aws --secret-key '***'"],
  ];
  for (const [text, wanted] of cases) assert.equal(cleaned(text), wanted);
});

test('redacts an AWS secret without a name next to its key ID, and nothing else there', () => {
  const [id, secret] = ['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'];
  const token = `IQoJb3JpZ2luX2VjE${'x1Y2/'.repeat(40)}==`;
  const cases: readonly (readonly [string, string])[] = [
    [
      `ACCESSKEY\t${id}\t2026-01-01T00:00:00+00:00\t${secret}\tActive\tadmin`,
      'ACCESSKEY\t***\t2026-01-01T00:00:00+00:00\t***\tActive\tadmin',
    ],
    [
      `CREDENTIALS\t${id.replace('AKIA', 'ASIA')}\t2026-01-01\t${secret}\t${token}`,
      'CREDENTIALS\t***\t2026-01-01\t***\t***',
    ],
    [`${secret} ${id}`, '*** ***'],
    [`${id}\n${secret}\n`, '***\n***\n'],
    [`| ${id} | ${secret} |\r\nafter`, '| *** | *** |\r\nafter'],
    // A digest, a path, and text that is too far away.
    [`${id} at da39a3ee5e6b4b0d3255bfef95601890afd80709`, '*** at da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    [`${id} in usr/lib/python3/site/packages/Botocore/ab1`, '*** in usr/lib/python3/site/packages/Botocore/ab1'],
    [`${id}\na\nb ${secret}`, `***\na\nb ${secret}`],
  ];
  for (const [text, wanted] of cases) assert.equal(cleaned(text), wanted);
});

test('redacts credentials in the formats of clusters, commands, and configuration files', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['- name: DB_PASSWORD\n  value: hunter2', '- name: DB_PASSWORD\n  value: ***'],
    ['{"name":"DB_PASSWORD","value":"hunter2","x":1}', '{"name":"DB_PASSWORD","value":"***","x":1}'],
    [String.raw`msg="{\"password\":\"hunter2\",\"a\":1}"`, String.raw`msg="{\"password\":\"***\",\"a\":1}"`],
    ['run --password hunter2 --user x', 'run --password *** --user x'],
    ['["--token","hunter2","--x"]', '["--token","***","--x"]'],
    ['- --token\n- hunter2\n- --x', '- --token\n- ***\n- --x'],
    ['curl -u admin:hunter2 https://x', 'curl -u admin:*** https://x'],
    ['password:\n  hunter2\nuser: x', 'password:\n  ***\nuser: x'],
    ['password: "hunter2\n  more"\nuser: x', 'password: "***\n  ***\nuser: x'],
    ['password: two words', 'password: ***'],
    ["password: 'it''s hunter2'", "password: '***'"],
    ['password: 123456', 'password: ***'],
    ['MYSQL_PWD=hunter2 PWD=/root', 'MYSQL_PWD=*** PWD=/root'],
    ['password := "hunter2"', 'password := "***"'],
    ['AccountKey=hunter2==;Endpoint=x', 'AccountKey=***;Endpoint=x'],
    ['https://x.example/a?sv=1&sig=hunter2%3D&x=1', 'https://x.example/a?sv=1&sig=***&x=1'],
    ['clone https://hunter2hunter2@git.example/x', 'clone https://***@git.example/x'],
    [`remote ghp_${'a1'.repeat(18)} x`, 'remote *** x'],
    ['Authorization: Negotiate hunter2', 'Authorization: ***'],
    ['Set-Cookie: session=hunter2; Path=/', 'Set-Cookie: ***'],
    ['<password>hunter2</password>', '<password>***</password>'],
    ['source: data:,%7B%22auth%22%3A%22hunter2%22%7D', 'source: data:,%7B%22auth%22%3A%22***%22%7D'],
    [`tls.key: ${Buffer.from('-----BEGIN PRIVATE KEY-----\nMII').toString('base64')}`, 'tls.key: ***'],
    [`source: data:;base64,${Buffer.from('{"auths":{"q":{}}}').toString('base64')}`, 'source: data:;base64,***'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQ\n-----END PGP PRIVATE KEY BLOCK-----\nafter', '***\n***\n***\nafter'],
    ['a -----BEGIN PRIVATE KEY-----x-----END PRIVATE KEY----- b -----BEGIN PRIVATE KEY-----y\nz', 'a *** b ***\n***'],
    ['{"kind":"Secret","data":{"any":"aHVudGVyMg=="}}', '{"kind":"Secret","data":{"***":"***"}}'],
  ];
  for (const [text, wanted] of cases) assert.equal(cleaned(text, 'x/pods.yaml'), quoteHidden(wanted));
});

test("doesn't redact the rest of a log after an unterminated private key", () => {
  const lines = cleaned(`-----BEGIN PRIVATE KEY-----\n${'x\n'.repeat(5000)}end`).split('\n');
  assert.equal(lines[500], '***');
  assert.equal(lines.at(-1), 'end');
});

test('keeps names, numbers, and references as evidence', () => {
  const lines = [
    'secretName: peer-pods-secret',
    'secretKeyRef:',
    'automountServiceAccountToken: false',
    'tokenExpirationSeconds: 3600',
    'imagePullSecrets:',
    'secret "peer-pods-secret" not found',
    'kind: Secret',
    'serviceAccountToken: {',
    'keyboard: layout',
    'certificate-authority-data: LS0tLS1CRUdJTg==',
    'imagePullSecrets:\n- name: default-dockercfg-x',
    'secret:\n  secretName: x\n  defaultMode: 420',
    '- name: TOKEN_PATH\n  value: /var/run/token',
    'ssh://core@10.0.0.1 refused',
    'podman run --user 1000:1000 x',
    'time="2026-04-01T10:00:00Z" level=error msg="failed to create sandbox" sandbox=abc',
  ];
  for (const line of lines) assert.equal(cleaned(line), line);
});

test('redacts values that span several lines', () => {
  assert.equal(
    cleaned(['ssh-privatekey: |', '  line one', '', '  line two', 'after: this'].join('\n')),
    ['ssh-privatekey: |', '  ***', '', '  ***', 'after: this'].join('\n'),
  );
  const pem = ['x', 'a: -----BEGIN RSA PRIVATE KEY-----', 'MIIE', '-----END RSA PRIVATE KEY-----', 'y'];
  assert.equal(cleaned(pem.join('\n')), ['x', 'a: ***', '***', '***', 'y'].join('\n'));
  assert.equal(cleaned('x -----BEGIN PRIVATE KEY-----\\nMII\\n-----END PRIVATE KEY----- y'), 'x *** y');
});

test('redacts all values in files of Secrets', () => {
  const secret = [
    'items:',
    '- apiVersion: v1',
    '  data:',
    '    id: QUtJQQ==',
    '    other: |',
    '      abc',
    '  kind: Secret',
    '  stringData: {}',
  ];
  const wanted = [
    'items:',
    '- apiVersion: v1',
    '  data:',
    '    id: ***',
    '    other: ***',
    '      ***',
    '  kind: Secret',
    '  stringData: {}',
  ];
  assert.equal(cleaned(secret.join('\n'), 'x/namespaces/a/core/secrets.yaml'), quoteHidden(wanted.join('\n')));
  const other = secret.join('\n').replace('Secret', 'ConfigMap');
  assert.equal(cleaned(other, 'x/namespaces/a/core/configmaps.yaml'), other);
  const forms: readonly (readonly [string, string])[] = [
    ['data: # here\n  a: QUtJQQ==\nkind: Secret', 'data: ***\n  a: ***\nkind: Secret'],
    ["'data':\n  a: QUtJQQ==", "'data':\n  a: ***"],
    ['"data" : {"a": "QUtJQQ=="}', '"data" : {"***": "***"}'],
    [
      'kubectl.kubernetes.io/last-applied-configuration: \'{"data":{"a":"QUtJQQ=="}}\'',
      'kubectl.kubernetes.io/last-applied-configuration: ***',
    ],
  ];
  for (const [text, wanted] of forms)
    assert.equal(cleaned(text, 'x/namespaces/a/core/secrets.yaml'), quoteHidden(wanted));
  const inOneLine = '{"items":[{"kind":"Secret","data":{"a":"QUtJQQ=="}}]}';
  assert.equal(
    cleaned(inOneLine, 'x/namespaces/a/core/secrets.json'),
    '{"items":[{"kind":"Secret","data":{"***":"***"}}]}',
  );
});

test('redacts Secrets in any file, regardless of the position of the kind', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['apiVersion: v1\ndata:\n  a: aHVudA==\nkind: Secret\nx: y', 'apiVersion: v1\ndata:\n  a: ***\nkind: Secret\nx: y'],
    [
      'kind: Secret # here\nmetadata:\n  name: n\nstringData:\n  a: b\n\n  c: d\ntype: Opaque',
      'kind: Secret # here\nmetadata:\n  name: n\nstringData:\n  a: ***\n\n  c: ***\ntype: Opaque',
    ],
    [
      'items:\n- apiVersion: v1\n  data:\n    a: b\n  kind: ConfigMap\n- apiVersion: v1\n  data:\n    a: b\n    c: |\n      d\n  immutable: true\n  kind: "Secret"\n- data:\n    a: b\n  kind: ConfigMap',
      'items:\n- apiVersion: v1\n  data:\n    a: b\n  kind: ConfigMap\n- apiVersion: v1\n  data:\n    a: ***\n    c: ***\n      ***\n  immutable: true\n  kind: "Secret"\n- data:\n    a: b\n  kind: ConfigMap',
    ],
    ['---\ndata:\n  a: b\n---\nkind: Secret', '---\ndata:\n  a: b\n---\nkind: Secret'],
    [
      'data:\n  a: b\n---------------\ndata:\n  a: c\nkind: Secret',
      'data:\n  a: b\n---------------\ndata:\n  a: ***\nkind: Secret',
    ],
    // Manifest within a ConfigMap.
    [
      'data:\n  x.yaml: |\n    data:\n      a: b\n    kind: Secret\n  y: z\nkind: ConfigMap',
      'data:\n  x.yaml: |\n    data:\n      a: ***\n    kind: Secret\n  y: z\nkind: ConfigMap',
    ],
    [
      '{\n  "data": {\n    "a": "b"\n  },\n  "kind": "Secret"\n}',
      '{\n  "data": {\n    "a": "***"\n  },\n  "kind": "Secret"\n}',
    ],
    ['{"data":{"a":"b"},\n "kind":"Secret"}', '{"data":{"***":"***"},\n "kind":"Secret"}'],
    [
      '{"stringData":{"a":"x}{\\"b","c":"d"},"kind":"Secret","e":"f"}',
      '{"stringData":{"***":"***","***":"***"},"kind":"Secret","e":"f"}',
    ],
    [
      String.raw`m="{\"data\":{\"a\":\"}\\\"{\"},\"kind\":\"Secret\"}" n=o`,
      String.raw`m="{\"data\":{***},\"kind\":\"Secret\"}" n=o`,
    ],
    ['- {data: {a: b}, kind: Secret}', '- {data: {***}, kind: Secret}'],
    ['data:\n  a: b\nSecret', 'data:\n  a: b\nSecret'],
  ];
  for (const [text, wanted] of cases) {
    assert.equal(cleaned(text, 'a_logs'), wanted);
    assert.equal(cleaned(text, 'x/pods.yaml'), quoteHidden(wanted));
  }
});

test('limits the buffer for an unknown kind and redacts longer data as a Secret', () => {
  const redactor = createLineRedactor('a.yaml');
  assert.deepEqual(redactor.lines('data:'), []);
  const line = `  a: ${'b'.repeat(4000)}`;
  let given: string[] = [];
  let held = 0;
  while (given.length === 0) {
    given = [...redactor.lines(line)];
    held += 1;
    assert.ok(held * line.length < 2 ** 25, 'it holds without end');
  }
  assert.equal(given[0], 'data:');
  assert.deepEqual(new Set(given.slice(1)), new Set(['  a: ***']));
  assert.deepEqual(redactor.lines(line), ['  a: ***']);
  assert.deepEqual(redactor.lines('kind: ConfigMap'), ['kind: ConfigMap']);
  assert.deepEqual(redactor.end(), []);
});

test("doesn't buffer log lines", () => {
  const redactor = createLineRedactor('a_logs');
  assert.deepEqual(redactor.lines('data:'), []);
  assert.deepEqual(redactor.lines('E0401 reading failed'), ['data:', 'E0401 reading failed']);
});

test('redacts the collection record and keeps its problems', () => {
  const problems = ['secrets: you may not list them', 'error: Authorization: Bearer abcdefghijkl'];
  const cluster = { context: 'c', server: 's' };
  const ended = { began: '', ended: '', end: 'failed', words: 'sha256~ABCDEFGHIJKLMNOPQRSTUVWX' } as const;
  const text = recordText({ version: 1, by: 'oc', command: [], versions: {}, cluster, ...ended, problems });
  assert.match(text, /"secrets: you may not list them"/);
  assert.doesNotMatch(text, /abcdefghijkl|ABCDEFGHIJKL/);
});

test('counts replacements and finds none the second time', () => {
  const redactor = createLineRedactor('a');
  const [once = ''] = redactor.lines('password=a token=b user=c');
  assert.equal(redactor.count, 2);
  const again = createLineRedactor('a');
  assert.deepEqual(again.lines(once), [once]);
  assert.equal(again.count, 0);
});

test('redacts hostile lines in linear time', async () => {
  const redactor = createLineRedactor('a');
  const hostile = [
    'key'.repeat(100_000),
    'token: "\\'.repeat(40_000),
    'a://:'.repeat(60_000),
    'eyJaaaaaaaaaa-'.repeat(30_000),
    'secret='.repeat(50_000),
    ' '.repeat(300_000) + 'key',
    'token=\\\\"'.repeat(40_000),
    "token='".repeat(50_000),
    '--token",'.repeat(30_000),
    '<token>'.repeat(40_000),
    '-----BEGIN A '.repeat(20_000) + 'key',
    '"kind":"Secret" "data":{ '.repeat(12_000),
  ];
  for (const line of hostile)
    await assertProportional((part) => redactor.lines(shortened(line, part)), line.slice(0, 20));
});

test('redacts Secrets regardless of braces and line breaks', () => {
  const forms = [
    '{apiVersion: v1, kind: Secret,\n data: {a: CANARY,\n  b: CANARY}}',
    'kind: Secret\ndata: {a: CANARY,\n  b: CANARY}',
    '{\n"apiVersion":"v1",\n"data":{\n"a":"CANARY"\n},\n"kind":"Secret"\n}',
    '{\n "kind": "Secret",\n "data":\n {\n  "a": "CANARY"\n }\n}',
    '{"data": {\n "a": "}{ CANARY"}, "kind": "Secret"}',
    '{ "kind": "Secret", "data": {\n"a": "CANARY",\n"b": "CANARY"\n}}',
    '{"apiVersion":"v1","data":{\n"a":"CANARY"\n},"kind":"Secret"}',
    'kind: !!str Secret\ndata:\n  a: CANARY',
    'kind: &kind Secret\ndata:\n  a: CANARY',
    '\uFEFFkind: Secret\ndata:\n  a: CANARY',
    '\uFEFFdata:\n  a: CANARY\nkind: Secret',
    '{"kind":"Event","objectRef":{"resource":"secrets"},"requestObject":{"data":{"a":"CANARY"}}}',
    '{"kind":"Event","objectRef":{"resource":"secrets"},"requestObject":[{"op":"replace","path":"/data/a","value":"CANARY"}]}',
  ];
  for (const form of forms)
    for (const path of ['x/any.yaml', 'x/any.json']) assert.doesNotMatch(cleaned(form, path), /CANARY/, form);
});

test("keeps data after unclosed braces if it isn't a Secret", () => {
  const lines = [
    'kind: ConfigMap',
    'data:',
    '  a: |',
    "    data: { it's",
    '    x: y',
    'other: z',
    '---',
    'kind: ConfigMap',
    'data: {a: b,',
    '  c: d}',
    'more: e',
  ];
  for (const path of ['x/any.yaml', 'a_logs']) assert.equal(cleaned(lines.join('\n'), path), lines.join('\n'));
  const pods =
    '{\n "items": [\n  {"kind": "Secret", "data": {"a": "b"}},\n  {"kind": "ConfigMap", "data": {\n   "a": "stays"\n  }}\n ]\n}';
  assert.match(cleaned(pods, 'x/any.json'), /stays/);
});

test('redacts formats that earlier versions missed', () => {
  const long = 'A'.repeat(20_010);
  const forms = [
    'postgres://user:pa/CANARY@host/db',
    'mongodb://user:pa@CANARY@host/db',
    'Server=x;User Id=sa;Pwd=CANARY;',
    '{"dbPass":"CANARY"}',
    'oc login -u kubeadmin -p CANARY https://api',
    'sshpass -p CANARY ssh x',
    'curl -sku me:CANARY https://x',
    'source: data:,-----BEGIN%20RSA%20PRIVATE%20KEY-----%0ACANARY%0A-----END%20RSA%20PRIVATE%20KEY-----%0A',
    '"Authorization":["Token CANARY"]',
    `https://hooks.slack.com/services/T00000000/B00000000/${'CANARY'.repeat(3)}`,
    `htpasswd me:$2y$05$${'CANARY'.repeat(6)}`,
    `{"token":"${long}CANARY"}`,
    `token=${long}CANARY`,
    '<password><![CDATA[CANARY]]></password>',
    'tokens:\n- CANARY\n- CANARY',
    'tokens: [x, CANARY]',
    '{"passwords":["x","CANARY"]}',
    '  "passwords": [\n    "x",\n    "CANARY"\n  ],',
    'Data:map[password:[83 51 CANARY]]',
    'password: &x CANARY',
    'password: !!str CANARY',
    '.dockercfg: CANARYCANARY',
    'encryptionKey: CANARY',
    '\u001b[31mpassword\u001b[0m: CANARY',
    'password=("CANARY")',
    "{'password': u'CANARY'}",
  ];
  for (const form of forms) assert.doesNotMatch(cleaned(form, 'x/any.yaml'), /CANARY/, form);
});

test('keeps text that only resembles credentials', () => {
  const lines = [
    'pull docker://quay.io:5000/org/image@sha256:0123',
    'GET https://api.example:6443/apis/x@y',
    'serviceAccount:\n  secrets:\n  - name: default-token',
    'user logged in from 10.0.0.1',
    'tokens: []',
    'ssh://core@10.0.0.1 refused',
  ];
  for (const line of lines) assert.equal(cleaned(line, 'x/any.yaml'), line);
});
