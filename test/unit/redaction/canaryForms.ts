/**
 * Generates canaries from a grammar of forms, encodings, and positions of credentials as clusters, commands, and people
 * write them.
 */
import { gzipSync } from 'node:zlib';
import type { Random } from '#test/support/randomInput/random.ts';
import { lineForms } from './attackForms.ts';

/** One canary in a file of a must-gather. */
export interface Canary {
  /** Describes how the canary was generated. */
  readonly made: string;
  readonly path: string;
  readonly text: string;
  /** The text that no output must contain. */
  readonly core: string;
}

/** A credential. The tests search for its core. */
interface Value {
  readonly core: string;
  readonly text: string;
}

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const json = (value: unknown): string => JSON.stringify(value);
const inString = (text: string): string => JSON.stringify(text).slice(1, -1);
const indented = (text: string, depth: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(depth));

const letters = Array.from('abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}

function coreOf(random: Random): string {
  return `cA7${Array.from({ length: 12 }, () => pick(random, letters)).join('')}`;
}

const plainValue = (random: Random): Value => {
  const core = coreOf(random);
  return { core, text: core };
};
/** Values with spaces and punctuation, for forms with quotation marks or a separate line. */
const richValue = (random: Random): Value => {
  const core = coreOf(random);
  return {
    core,
    text: pick(random, [
      core,
      `two ${core}`,
      `a,b;${core}&d)e`,
      `${core} two words`,
      `p@ss/${core}=`,
      `x:${core}:y`,
      `it's ${core}`,
    ]),
  };
};

const names = [
  'password',
  'DB_PASSWORD',
  'dbPassword',
  'AWS_SECRET_ACCESS_KEY',
  'azure_client_secret',
  'token',
  'apiKey',
  'api-key',
  'client_secret',
  'clientSecret',
  'passphrase',
  'sasKey',
  'SAS_KEY',
  'WIFI_PSK',
  'X-Registry-Auth',
  'accessToken',
  'refresh_token',
  'private_key',
  'ssh-privatekey',
  'GITHUB_TOKEN',
  'creds',
  'storageAccountKey',
  'kbs-admin-secret',
  'rootPassword',
  'encryptionKey',
  'connectionString',
  'AZURE_STORAGE_KEY',
  'vault-token',
] as const;

/** Each function writes a Secret in another notation. The name of its key doesn't indicate a credential. */
const secretForms: Readonly<Record<string, (value: string) => string>> = {
  data: (value) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  any: ${base64(value)}\n`,
  stringData: (value) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  any: ${json(value)}\n`,
  'data before kind': (value) => `data:\n  any: ${base64(value)}\napiVersion: v1\nmetadata:\n  name: s\nkind: Secret\n`,
  'kind on the next line': (value) => `apiVersion: v1\nkind:\n  Secret\ndata:\n  any: ${base64(value)}\n`,
  'kind as a block': (value) => `apiVersion: v1\nkind: |-\n  Secret\ndata:\n  any: ${base64(value)}\n`,
  'kind as a folded block': (value) => `apiVersion: v1\nkind: >-\n  Secret\ndata:\n  any: ${base64(value)}\n`,
  'kind with an escape': (value) => `apiVersion: v1\nkind: "Secr\\x65t"\ndata:\n  any: ${base64(value)}\n`,
  'keys with escapes': (value) => `apiVersion: v1\n"\\x6bind": Secret\n"d\\u0061ta":\n  any: ${base64(value)}\n`,
  'explicit keys': (value) => `apiVersion: v1\n? kind\n: Secret\n? data\n: any: ${base64(value)}\n`,
  alias: (value) => `x: &kind Secret\nkind: *kind\ndata:\n  any: ${base64(value)}\n`,
  'data by alias': (value) => `x: &values\n  any: ${base64(value)}\nkind: Secret\ndata: *values\n`,
  merge: (value) => `x: &base\n  kind: Secret\n<<: *base\ndata:\n  any: ${base64(value)}\n`,
  tag: (value) => `kind: !!str Secret\nstringData:\n  any: !!str ${json(value)}\n`,
  SecretList: (value) =>
    `apiVersion: v1\nkind: SecretList\nitems:\n- metadata:\n    name: s\n  data:\n    any: ${base64(value)}\n`,
  List: (value) =>
    `apiVersion: v1\nkind: List\nitems:\n- kind: ConfigMap\n  data:\n    a: b\n- apiVersion: v1\n  data:\n    any: ${base64(value)}\n  kind: Secret\n`,
  braces: (value) => `{apiVersion: v1, kind: Secret, data: {any: ${base64(value)}}}\n`,
  JSON: (value) => `${json({ apiVersion: 'v1', kind: 'Secret', data: { any: base64(value) } })}\n`,
  'JSON over lines': (value) =>
    `${JSON.stringify({ apiVersion: 'v1', data: { any: base64(value) }, kind: 'Secret' }, undefined, 2)}\n`,
  'JSON with escapes': (value) => `{"\\u006bind":"Secre\\u0074","d\\u0061ta":{"any":${json(base64(value))}}}\n`,
  block: (value) => `kind: Secret\nstringData:\n  any: |\n    first line\n${indented(value, 4)}\n    last line\n`,
};

/** Each function writes a name next to a value. Values have no spaces or quotation marks. */
const plainPairs: Readonly<Record<string, (name: string, value: string) => string>> = {
  'name=value': (name, value) => `${name}=${value}`,
  'name: value': (name, value) => `${name}: ${value}`,
  logfmt: (name, value) => `level=info ${name}=${value} user=me`,
  'map of Go': (name, value) => `map[user:me ${name}:${value} zone:b]`,
  'struct of Go': (name, value) => `{User:me ${name}:${value} Zone:b}`,
  'KeyValue of Go': (name, value) => `&KeyValue{Key:${name},Value:${value},}`,
  'EnvVar of Go': (name, value) => `EnvVar{Name:${name},Value:${value},ValueFrom:nil,}`,
  'tuple of Go': (name, value) => `[{${name.toUpperCase().replaceAll('-', '_')} ${value} <nil>}]`,
  'pointer of Go': (name, value) => `${name}:(*string)(0xc000a1b2c3)(${value})`,
  'bytes of Go': (name, value) => `${name}:[${[...Buffer.from(value)].join(' ')}]`,
  'byte literal of Go': (name, value) =>
    `${name}: []byte{${[...Buffer.from(value)].map((byte) => `0x${byte.toString(16)}`).join(', ')}}`,
  query: (name, value) => `GET https://host.example/path?a=1&${name}=${value}&b=2`,
  option: (name, value) => `--${name.toLowerCase().replaceAll('_', '-')} ${value} --verbose`,
  'option with =': (name, value) => `--${name.toLowerCase().replaceAll('_', '-')}=${value}`,
  element: (name, value) => `<${name}>${value}</${name}>`,
  Spring: (name, value) => `spring.datasource.${name}=${value}`,
  arrow: (name, value) => `'${name}' => '${value}'`,
};

/** The same with quotation marks, for any value. */
const quotedPairs: Readonly<Record<string, (name: string, value: string) => string>> = {
  JSON: (name, value) => json({ user: 'me', [name]: value, zone: 'b' }),
  'value before name': (name, value) => json({ value, name }),
  'key and value': (name, value) => json({ key: name, value }),
  'Rust struct': (name, value) => `KeyValue { key: ${json(name)}, value: ${json(value)} }`,
  'Rust tuple': (name, value) => `(${json(name)}, ${json(value)})`,
  'Rust option': (name, value) =>
    `Config { user: "me", ${name.replaceAll('-', '_')}: Some(${json(value)}), zone: None }`,
  'environment of crictl': (name, value) => json({ info: { config: { envs: [{ key: name, value }] } } }),
  'environment as texts': (name, value) => json({ env: ['PATH=/bin', `${name.replaceAll('-', '_')}=${value}`] }),
  'list of arguments': (name, value) => json({ args: ['run', `--${name}`, value] }),
  attribute: (name, value) => `<server user="me" ${name}=${json(value)}/>`,
  property: (name, value) => `<property name="${name}" value=${json(value)}/>`,
  'logfmt with quotes': (name, value) => `level=info ${name}=${json(value)} user=me`,
  'text in text': (name, value) => `msg=${json(json({ [name]: value }))}`,
  'text in text in text': (name, value) => `msg=${json(json({ body: json({ [name]: value }) }))}`,
  'YAML in a message': (name, value) => `msg=${json(`user: me\n${name}: ${value}\nzone: b\n`)}`,
  'Python bytes': (name, value) => `{'${name}': b'${value.replaceAll("'", '')}'}`,
  'line of YAML': (name, value) => `user: me\n${name}: ${json(value)}\nzone: b`,
  'line of YAML without quotes': (name, value) => `user: me\n${name}: ${value.replaceAll(/[:#]\s?/g, '_')}\nzone: b`,
  'env file': (name, value) => `USER_NAME=me\n${name.replaceAll('-', '_')}=${value.replaceAll(' ', '_')}\nZONE=b`,
  'name and value in YAML': (name, value) => `env:\n- name: ${name}\n  value: ${json(value)}\n- name: ZONE\n  value: b`,
  diff: (name, value) => ` user: me\n-${name}: old\n+${name}: ${json(value)}\n zone: b`,
};

/** Credential formats. */
const others: Readonly<Record<string, (value: string) => string>> = {
  ...lineForms,
  'netrc in one line': (value) => `machine registry.example login me password ${value}`,
  netrc: (value) => `machine registry.example\nlogin me\npassword ${value}`,
  words: (value) => `Secret Access Key: ${value}`,
  'words with a blank': (value) => `API Key : ${value}`,
  curl: (value) => `curl -u admin:${value} https://host.example`,
  'proxy user': (value) => `curl --proxy-user me:${value} https://host.example`,
  login: (value) => `oc login -u kubeadmin -p ${value} https://api.example:6443`,
  'from literal': (value) => `oc create secret generic s --from-literal=any=${value} -n x`,
  qemu: (value) => `qemu-system-x86_64 -object secret,id=sec0,data=${value} -m 2048`,
  creds: (value) => `skopeo copy --src-creds me:${value} docker://a docker://b`,
  address: (value) => `pull https://me:${value}@registry.example/org/image`,
  header: (value) => `Authorization: Bearer ${value}${value}`,
  basic: (value) => `> Authorization: Basic ${base64(`me:${value}`)}`,
  sentence: (value) => `the password is "${value}"`,
  'oc describe': (value) =>
    `Name:         c\nNamespace:    x\nLabels:       <none>\n\nData\n====\npassword:\n----\n${value}\n\nother:\n----\nb\n\nBinaryData\n====\n\nEvents:  <none>`,
  'docker config': (value) => json({ auths: { 'registry.example': { auth: base64(`me:${value}`) } } }),
  'audit patch as a map': (value) =>
    json({ kind: 'Event', objectRef: { resource: 'secrets' }, requestObject: { data: { any: base64(value) } } }),
  'audit patch': (value) =>
    json({
      kind: 'Event',
      objectRef: { resource: 'secrets' },
      requestObject: [{ op: 'replace', path: '/data/any', value: base64(value) }],
    }),
  'audit patch of all': (value) =>
    json({
      kind: 'Event',
      objectRef: { resource: 'secrets' },
      requestObject: [{ op: 'add', path: '/stringData', value: { any: value } }],
    }),
  'audit patch as a text': (value) =>
    json({
      kind: 'Event',
      objectRef: { resource: 'secrets' },
      requestObject: json([{ op: 'add', path: '/stringData/x', value }]),
    }),
  'applied manifest': (value) =>
    json({
      metadata: {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': json({ kind: 'Secret', stringData: { any: value } }),
        },
      },
    }),
  'exec in an address': (value) =>
    json({
      requestURI: `/api/v1/namespaces/x/pods/p/exec?command=oc&command=login&command=-p&command=${value}&container=c`,
    }),
  'exec with an option': (value) => json({ requestURI: `/exec?command=mysql&command=--password%3D${value}` }),
  'private key': (value) => `-----BEGIN PRIVATE KEY-----\n${value}\n-----END PRIVATE KEY-----`,
};

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  base64: (text) => `payload=${base64(text)}`,
  base64url: (text) => `payload=${Buffer.from(text).toString('base64url')}`,
  'wrapped base64': (text) => `payload:\n${base64(text.padEnd(120, '\n')).replaceAll(/(.{64})/g, '$1\n')}`,
  gzip: (text) => `initdata: ${gzipSync(text).toString('base64')}`,
  percent: (text) => `source: data:,${encodeURIComponent(text)}`,
  JSON: (text) => `msg=${json(text)}`,
  'JSON twice': (text) => `msg=${json(json({ text }))}`,
  bytes: (text) => `body: [${[...Buffer.from(text)].join(' ')}]`,
};

/** Positions of a text of one line. */
const logPlaces: Readonly<Record<string, (text: string) => Pick<Canary, 'path' | 'text'>>> = {
  kubelet: (text) => ({
    path: 'nodes/w0/w0_logs_kubelet',
    text: `Apr 01 10:00:00.000000 w0 kubenswrapper[2000]: I0401 10:00:00.000000    2000 kubelet.go:2000] ${text}`,
  }),
  'CRI-O': (text) => ({
    path: 'nodes/w0/w0_logs_crio',
    text: `Apr 01 10:00:00.000000 w0 crio[1000]: time="2026-04-01 10:00:00Z" level=info msg=${json(`Handling: ${text}`)} id=1`,
  }),
  'CRI-O without quotes': (text) => ({ path: 'nodes/w0/w0_logs_crio', text: `Apr 01 10:00:00 w0 crio[1000]: ${text}` }),
  'cloud-api-adaptor': (text) => ({
    path: 'namespaces/x/pods/caa/logs/current.log',
    text: `2026-04-01T10:00:00.0Z 2026/04/01 10:00:00 [adaptor/cloud] create VM: ${text}`,
  }),
  'process-user-data': (text) => ({
    path: 'pods/vm/console.log',
    text: `[   10.000000] process-user-data[900]: 2026/04/01 10:00:00 ${text}`,
  }),
  'cloud-init': (text) => ({
    path: 'pods/vm/cloud-init.log',
    text: `2026-04-01 10:00:00,000 - util.py[DEBUG]: Running command ${text}`,
  }),
  'journal as JSON': (text) => ({
    path: 'nodes/w0/journal.log',
    text: json({ __REALTIME_TIMESTAMP: '1', MESSAGE: text, _HOSTNAME: 'w0' }),
  }),
};

const filePlaces: Readonly<Record<string, (text: string) => Pick<Canary, 'path' | 'text'>>> = {
  text: (text) => ({ path: 'namespaces/x/notes.txt', text: `before\n${text}\nafter\n` }),
  ConfigMap: (text) => ({
    path: 'namespaces/x/core/configmaps.yaml',
    text: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  file: |\n${indented(text, 4)}\n  other: b\n`,
  }),
  'ConfigMap in JSON': (text) => ({
    path: 'namespaces/x/core/configmaps.json',
    text: json({ kind: 'ConfigMap', data: { file: text } }),
  }),
  Ignition: (text) => ({
    path: 'cluster/machineconfigs/m.yaml',
    text: `kind: MachineConfig\nspec:\n  config:\n    storage:\n      files:\n      - contents:\n          source: data:;base64,${base64(text)}\n        path: /etc/x\n`,
  }),
  annotation: (text) => ({
    path: 'namespaces/x/core/pods.yaml',
    text: `kind: Pod\nmetadata:\n  annotations:\n    note: ${json(text)}\n`,
  }),
};

/** Generates a canary from the grammar. */
export function canary(random: Random): Canary {
  const family = pick(random, ['secret', 'secret', 'plain pair', 'quoted pair', 'quoted pair', 'other'] as const);
  const isRich = family === 'quoted pair' && random.chance(0.5);
  const value = isRich ? richValue(random) : plainValue(random);
  const name = pick(random, names);
  const [form, written] = writtenAs(random, family, name, value.text);
  const [encoding, encode] = pick(random, Object.entries(encodings));
  const content = encoding === 'as it is' ? written : encode(written);
  const isLine = !content.includes('\n');
  const isSecretFile = family === 'secret' && encoding === 'as it is' && random.chance(0.5);
  const [place, put] = isSecretFile
    ? ([
        'file',
        (text: string) => ({ path: /^[{\s]*"/.test(text) ? 'cluster/any.json' : 'cluster/any.yaml', text }),
      ] as const)
    : pick(random, Object.entries(isLine && random.chance(0.6) ? logPlaces : filePlaces));
  return { made: `${family} / ${form} / ${name} / ${encoding} / ${place}`, core: value.core, ...put(content) };
}

function writtenAs(
  random: Random,
  family: 'secret' | 'plain pair' | 'quoted pair' | 'other',
  name: string,
  value: string,
): readonly [form: string, text: string] {
  if (family === 'plain pair') {
    const [form, write] = pick(random, Object.entries(plainPairs));
    return [form, write(name, value)];
  }
  if (family === 'quoted pair') {
    const [form, write] = pick(random, Object.entries(quotedPairs));
    return [form, write(name, value)];
  }
  const [form, write] = pick(random, Object.entries(family === 'secret' ? secretForms : others));
  return [form, write(value)];
}

/**
 * Returns the forms that reveal a core. Implemented independently of the product, so that both don't share a mistake.
 */
export function leakedCredentials(core: string, output: string): string | undefined {
  const forms: Record<string, string> = {
    plain: core,
    JSON: inString(core),
    percent: [...Buffer.from(core)].map((byte) => `%${byte.toString(16)}`).join(''),
    hex: Buffer.from(core).toString('hex'),
    bytes: [...Buffer.from(core)].join(' '),
    'bytes with commas': [...Buffer.from(core)].join(', '),
    'bytes of Go': [...Buffer.from(core)].map((byte) => `0x${byte.toString(16)}`).join(', '),
  };
  for (const before of [0, 1, 2])
    forms[`base64 at ${before}`] = base64(`${'x'.repeat(before)}${core}`).slice(before === 0 ? 0 : before + 1, -4);
  const flat = output.replaceAll(/\s+/g, '');
  return Object.entries(forms).find(([, form]) => output.includes(form) || flat.includes(form))?.[0];
}
