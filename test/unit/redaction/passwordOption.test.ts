/** Tests that `-p` counts as a password only if its argument is one. Most commands use `-p` for something else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactText } from '#core/redaction/redaction.ts';
import { allParsers } from '#redactionParsers/parsers.ts';

const cleaned = (text: string, path: string): string => redactText(text, path);

test('redacts the password of -p in a list of arguments', () => {
  const lists: readonly (readonly string[])[] = [
    ['-p', 'hunter2'],
    ['-p', 'P@ssw0rd'],
    ['-u', 'root', '-p', 'correcthorse'],
    ['--username=admin', '-p', 'hunter'],
    ['/usr/bin/mysql', '-h', 'db', '-p', 'plain'],
    ['podman', 'login', '-p', 'plain', 'quay.io'],
    ['connect', '-p', 'pass/w0rd+'],
  ];
  for (const list of lists) {
    const index = list.indexOf('-p') + 1;
    const [value = ''] = list.slice(index);
    const wanted = list.with(index, '***');
    const block = (items: readonly string[]): string => `args:\n${items.map((item) => `- "${item}"`).join('\n')}\n`;
    assert.equal(cleaned(`args: ${JSON.stringify(list)}`, 'a.log'), `args: ${JSON.stringify(wanted)}`);
    assert.ok(!redactText(`args: ${JSON.stringify(list)}`, 'a.yaml', allParsers).includes(value), value);
    assert.ok(!redactText(block(list), 'a.yaml', allParsers).includes(value), value);
  }
  // A log isn't parsed as YAML, so only the next line shows whether it's a password.
  assert.equal(cleaned('- -p\n- hunter2\n- -x', 'a.log'), '- -p\n- ***\n- -x');
});

test('keeps the argument of -p if it is not a password', () => {
  const lists: readonly (readonly string[])[] = [
    ['-p', '8080'],
    ['-p', '8080:80/tcp'],
    ['-p', '127.0.0.1:8443:443'],
    ['-p', '/var/run/kata.pid'],
    ['-p', 'charts/web2'],
    ['-p', 'tcp'],
    ['-p', 'production'],
    ['-p', 'worker-1'],
    ['-p', 'web.v2'],
    ['-p', '$(DB_PASSWORD)'],
    ['-p', '$DB_PASSWORD'],
    ['-p', '{"spec":{"replicas":2}}'],
    ['-p', 'REPLICAS=2'],
    ['-p', 'values2.yaml'],
    ['-p', 'typescript@5.4'],
    ['-p', '4.21.3'],
    ['-p', 'v1alpha1'],
    ['-p', '512Mi'],
    ['-p', '30s'],
    ['-p', '--verbose'],
    ['-p', 'ActiveState'],
    ['-u', 'kubelet', '-p', 'err'],
    ['-u', '1000', '-p', '8080'],
    ['mkdir', '-p', '/tmp/x'],
    ['mkdir', '-p', 'data2x1'],
    ['/usr/bin/ps', '-p', '1234'],
    ['cp', '-p', 'file1a', 'b'],
    ['nc', '-p', '5000'],
    ['ssh', '-p', '2222', 'core@worker-0'],
    ['docker', 'run', '-u', 'root', '-p', 'web2test'],
    ['systemctl', 'show', '-p', 'MainPID2'],
    ['oc', 'process', '-p', 'TAG=v1'],
    ['-P', 'hunter2'],
  ];
  for (const list of lists) {
    const text = `args: ${JSON.stringify(list)}`;
    const block = `args:\n${list.map((item) => `- ${JSON.stringify(item)}`).join('\n')}\n`;
    assert.equal(cleaned(text, 'a.log'), text);
    for (const yaml of [text, block]) assert.equal(redactText(yaml, 'a.yaml', allParsers), yaml);
  }
});
