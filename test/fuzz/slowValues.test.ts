/**
 * Tests values that are made to be slow. A check with patterns that start over at every character would take minutes.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findYamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { check } from '../support/manifests/checkText.ts';
import { assertProportional, shortened } from '../support/performance/growth.ts';

const blanks = ' '.repeat(3900);
const object = (kind: string, name: string, ...lines: readonly string[]) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: openshift-sandboxed-containers-operator\n${lines.join('\n')}\n`;
const aws = (...lines: readonly string[]) =>
  object('ConfigMap', 'peer-pods-cm', 'data:', '  CLOUD_PROVIDER: "aws"', ...lines.map((line) => `  ${line}`));
const pod = (...annotations: readonly string[]) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n${annotations.map((line) => `    ${line}`).join('\n')}\nspec:\n  runtimeClassName: kata-remote\n  containers: [{name: a, image: b}]\n`;

const config =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: info\n';

const slow: Readonly<Record<string, string>> = {
  'quotation marks in an annotation': pod(
    `io.katacontainers.config.hypervisor.default_memory: "a${'‘'.repeat(200_000)}a"`,
  ),
  'quotation marks in a log level': `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: "a${'‘'.repeat(60_000)} a"\n`,
  'dots in an image gallery': object(
    'ConfigMap',
    'azure-podvm-image-cm',
    'data:',
    `  IMAGE_GALLERY_NAME: "a${'.'.repeat(120_000)}-a"`,
  ),
  'spaces in JSON': object(
    'ConfigMap',
    'aws-podvm-image-cm',
    'data:',
    `  PODVM_IMAGE_URI: ["a"${' '.repeat(100_000)}\t]`,
  ),
  'spaces in a tag': aws(`TAGS: 'a:${blanks}"'`),
  'spaces after a number': aws(`VXLAN_PORT: "1${blanks}x\\nx"`),
  'spaces in a duration': aws(`PROXY_TIMEOUT: "1${blanks}x\\nx"`),
  'thousands of keys': aws(
    ...Array.from({ length: 7000 }, (_, index) => `AWS_qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq${index}: a`),
  ),
  'thousands of annotations': pod(
    ...Array.from({ length: 7000 }, (_, index) => `io.katacontainers.config.hypervisor.q${index}: a`),
  ),
  'unterminated legend': `${config}${'1 a\n'.repeat(2400)}`,
  'legend with callouts': `${config}${"  a: 'b' 1\n".repeat(600)}${'1 a\n'.repeat(300)}`,
  'spaces before an equals sign': `${config}  logLevel${blanks.repeat(4)}x\n`,
  'no-break spaces': `${config}${`${'\u00a0 '.repeat(60)}a\n`.repeat(75)}`,
  'objects without a marker': config.repeat(90),
};

describe('hostile value', () => {
  for (const [name, text] of Object.entries(slow)) {
    test(`is checked in linear time: ${name}`, async () => {
      await assertProportional((part) => check(shortened(text, part), { files: {} }));
    });
  }

  for (const line of [
    `export A=${blanks}${blanks}x`,
    `A=${'"'.repeat(200_000)}'`,
    `A${' '.repeat(200_000)}b`,
    `${' '.repeat(200_000)}=`,
    `A = "${'a'.repeat(200_000)}`,
  ]) {
    test(`is checked in linear time in an env file: ${line.trim().slice(0, 12)}`, async () => {
      await assertProportional((part) => check(`${shortened(line, part)}\n`.repeat(5), { envFileOf: 'peer-pods-cm' }));
    });
  }

  test('is handled in linear time in lines of spaces around the cursor', async () => {
    const text = `spec:\n${`    a${' '.repeat(1985)}x\n`.repeat(240)}`;
    await assertProportional((part) => {
      const cut = shortened(text, part);
      findYamlCursor(cut, cut.length - 1);
    });
  });
});

test("message doesn't repeat an invalid value, which might be a password", async () => {
  const text = object('Secret', 'peer-pods-secret', 'stringData:', '  AZURE_CLIENT_SECRET: !aB3!hunter2');
  for (const { message } of await check(text)) assert.doesNotMatch(message, /hunter2|aB3/);
});
