/**
 * Provides forms of credentials that once passed the redaction in an attack: in one line, in several lines of a file,
 * and in a Secret in one file with an encoded copy in another.
 */
import { gzipSync } from 'node:zlib';

type Form = (value: string) => string;

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const json = (value: unknown): string => JSON.stringify(value);
const each = (value: string, write: (byte: number) => string, between = ''): string =>
  [...Buffer.from(value)].map(write).join(between);
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Forms that work in any line. */
export const lineForms: Readonly<Record<string, Form>> = {
  'Secret of Go': (value) =>
    `got &Secret{ObjectMeta:{s x 1 0},Data:map[string][]byte{any: [${each(value, String, ' ')}],},Type:Opaque,}`,
  'Secret of Go with quotes': (value) =>
    `&v1.Secret{Data:map[string][]uint8(nil), StringData:map[string]string{"any":"${value}"}}`,
  'data of a Secret': (value) => `secret peer-pods-secret data: map[any:${value}]`,
  'only auth': (value) => `&AuthConfig{Username:,Password:,Auth:${base64(`robot:${value}`)},ServerAddress:,}`,
  WebSocket: (value) =>
    `Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.${Buffer.from(value).toString('base64url')}, v4.channel.k8s.io`,
  iSCSI: (value) => `netroot=iscsi:admin:${value}@10.0.0.1::3260::iqn.2009-06.dracut:target0`,
  'piped to podman': (value) => `$ echo ${value} | podman login -u bot --password-stdin quay.io`,
  'piped to chpasswd': (value) => `+ echo root:${value} | chpasswd`,
  'here string': (value) => `$ podman login -u bot --password-stdin quay.io <<< ${value}`,
  'aws configure': (value) => `aws configure set aws_secret_access_key ${value}`,
  'secret next to a key ID': (value) =>
    `ACCESSKEY\tAKIAIOSFODNN7EXAMPLE\t${`${value}bPxRfiCYzEXAMPLEKEYwJalrXUtnFEMIabcdef`.slice(0, 40)}\tActive`,
  'quoted option': (value) => `tool --secret-key "${value} and more"`,
  keytool: (value) => `keytool -list -keystore x.jks -storepass ${value}`,
  zip: (value) => `zip -P ${value} x.zip y`,
  openssl: (value) => `openssl enc -aes-256-cbc -k ${value} -in x`,
  ipmitool: (value) => `ipmitool -I lanplus -H bmc -U admin -P ${value} power status`,
  smbclient: (value) => `smbclient -U admin%${value} //x/y`,
  etcdctl: (value) => `etcdctl --user root:${value} get /`,
  SNMP: (value) => `snmpwalk -v2c -c ${value} host`,
  'short name': (value) => `KUBEADMIN_PW=${value}`,
  unseal: (value) => `Unseal Key 1: ${value}`,
  'OAuth code': (value) => `GET /oauth2/callback?code=${value}&state=abc HTTP/1.1`,
  Negotiate: (value) => `> X: Negotiate ${base64(value + value)}`,
  constructor: (value: string) => `TokenProvider(Token("${value}"))`,
  'what a value becomes': (value) => `~ master_password = "old" -> "${value}"`,
  'array of PHP': (value) => `[password] => ${value}`,
  'identified by': (value) => `CREATE USER 'u' IDENTIFIED BY '${value}';`,
  'value before a sentence': (value) => `using "${value}" as the password for user x`,
  'routing key': (value) => `routing_key: ${value}`,
  'machine key': (value) => `<machineKey validationKey="${value}" decryptionKey="${value}" />`,
  'arguments of an audit entry': (value) => `type=EXECVE argc=4 a0="curl" a1="-u" a2="admin:${value}" a3="https://x"`,
  'title of an audit entry': (value) =>
    `proctitle=${Buffer.from(`podman\0login\0--password\0${value}`).toString('hex').toUpperCase()}`,
  PowerShell: (value) =>
    `powershell -EncodedCommand ${Buffer.from(`$password='${value}'`, 'utf16le').toString('base64')}`,
};

/** Forms that require their own lines. */
export const fileForms: Readonly<Record<string, Form>> = {
  'spew of Go': (value) =>
    `(v1.Secret) {\n Data: (map[string][]uint8) (len=1) {\n  (string) (len=8) "any": ([]uint8) (len=15) {\n   00000000  ${each(value, hex, ' ')}  |${value}|\n  }\n }\n}`,
  'difference of Go': (value) =>
    `  &v1.Secret{\n    Data: map[string][]uint8{\n-     "any": []uint8("${value}"),\n    },\n  }`,
  'markup of JSON': (value) =>
    `dump: ${json({ kind: 'Secret', stringData: { any: value } }).replaceAll('"', '&quot;')}`,
  'cloud-init': (value) => `#cloud-config\nchpasswd:\n  list: |\n    root:${value}\n  expire: false`,
  'list of words': (value) => json(['curl', '-u', `admin:${value}`, 'https://x']),
  'list of YAML': (value) => `command:\n- mysql\n- -u\n- root\n- -p${value}\n`,
  'password option of a list': (value) => `args: ${json(['-p', value])}`,
  'password option of an escaped list': (value) => json({ spec: json({ args: ['-u', 'root', '-p', value] }) }),
  'password option of items': (value) => `args:\n- -p\n- ${value}\n`,
  'password option of quoted items': (value) => `    args:\n      - "-p"\n      - "${value}"\n`,
  variable: (value) => `variable "db_password" {\n  type    = string\n  default = "${value}"\n}`,
  'JSON Web Key': (value) => json({ kty: 'EC', crv: 'P-256', x: 'abc', y: 'def', d: value }),
  'text of TOML': (value) => `api_token = """\n${value}"""`,
  'dump of PHP': (value) => `  ["password"]=>\n  string(15) "${value}"`,
  columns: (value) => `Key                  Value\n---                  -----\ntoken                ${value}`,
  bars: (value) => `| user | password |\n| --- | --- |\n| admin | ${value} |`,
  commas: (value) => `user,password,host\nadmin,${value},x`,
  tabs: (value) => `PASSWORD\t${value}`,
  prompt: (value) => `Password:\n${value}\nLogin Succeeded`,
  form: (value) => `Content-Disposition: form-data; name="password"\r\n\r\n${value}\r\n--x`,
  'item with its value first': (value) => `- value: ${value}\n  valueFrom: null\n  name: DB_PASSWORD`,
};

/** Encodings in which another file repeats the value of a Secret. */
export const repetitions: Readonly<Record<string, Form>> = {
  gzip: (value) => `userdata ${gzipSync(`run with ${value} now`).toString('base64')}`,
  'gzip in lines': (value) =>
    gzipSync(`run with ${value} now, and more of it: 0123456789 abcdefghij`)
      .toString('base64')
      .replaceAll(/(.{64})/g, '$1\n'),
  'base64 twice': (value) => `blob ${base64(base64(`x ${value} y`))}`,
  'base64 in short lines': (value) => `blob:\n${base64(`run with ${value} now`).replaceAll(/(.{20})/g, '$1\n')}`,
  'entities of HTML': (value) => `<p>${each(value, (byte) => `&#${byte};`)}</p>`,
  'hexadecimal entities': (value) => `<p>${each(value, (byte) => `&#x${hex(byte)};`)}</p>`,
  'escapes of Unicode': (value) => `x ${each(value, (byte) => `\\u00${hex(byte)}`)}`,
  'hexadecimal escapes': (value) => `x ${each(value, (byte) => `\\x${hex(byte)}`)}`,
  'octal escapes': (value) => `x ${each(value, (byte) => `\\${byte.toString(8)}`)}`,
  'hexadecimal with blanks': (value) => `x ${each(value, hex, ' ')}`,
  'hexadecimal with colons': (value) => `x ${each(value, hex, ':')}`,
  xxd: (value) =>
    `00000000: ${(
      Buffer.from(value)
        .toString('hex')
        .match(/.{1,4}/g) ?? []
    ).join(' ')}  ${value}`,
  'bytes in lines': (value) => JSON.stringify([...Buffer.from(value)], undefined, 2),
  'line break of a shell': (value) => `x ${value.slice(0, 8)}\\\n${value.slice(8)}`,
};

/** Values that a Secret can have. Another file repeats a part of them. */
export const holders: Readonly<Record<string, Form>> = {
  'environment file': (value) => `export CLIENT="${value}"\nB=2\n`,
  JSON: (value) => json({ a: { deep: value } }),
  'docker config': (value) => json({ auths: { 'quay.io': { auth: base64(`robot:${value}`) } } }),
  login: (value) => `admin:${value}`,
  address: (value) => `postgres://u:${value}@h/db`,
  'property with a blank': (value) => `a b: ${value}\n`,
};
