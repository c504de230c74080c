/** Tests what users paste to log in. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLoginText } from '#core/oc/parseLoginText.ts';

const token = `sha256~${'Ab-_9'.repeat(8)}xyz`;
const server = 'https://api.demo.example.com:6443';

describe('a pasted login', () => {
  const accepted: readonly (readonly [title: string, text: string, hasServer: boolean])[] = [
    ['a token', token, false],
    ['a token with spaces around it', `  ${token}\n`, false],
    ['a token in quotes', `"${token}"`, false],
    ['a token that a terminal broke into lines', `${token.slice(0, 20)}\r\n  ${token.slice(20)}\n`, false],
    ['the command of the token page', `oc login --token=${token} --server=${server}`, true],
    ['the command without equal signs', `oc login --token ${token} --server ${server}`, true],
    ['the command with a server argument', `oc login ${server} --token=${token}`, true],
    ['the command with quotes and a prompt', `[me@host ~]$ oc login --token='${token}' --server="${server}"`, true],
    ['the command with line continuations', `oc login \\\n  --token=${token} \\\n  --server=${server}\n`, true],
    ['the command whose line breaks an input box removed', `oc login \\  --token=${token}--server=${server}`, true],
    ['a token that ends with a hyphen, joined with the server', `oc login --token=${token}---server=${server}`, true],
    ['only the flags', `--token=${token} --server=${server}`, true],
    [
      'the command in the text of the page',
      `Log in with this token\noc login --token=${token} --server=${server}`,
      true,
    ],
    [
      'the command with verification explicitly on',
      `oc login --insecure-skip-tls-verify=false --token=${token}`,
      false,
    ],
    ['the command with other flags', `oc login --certificate-authority ca.crt --token=${token} -n demo`, false],
    ['the command with a server without a protocol', `oc login api.demo.example.com:6443 --token=${token}`, true],
    [
      'the command with a server without a protocol at its end',
      `oc login --token=${token} api.demo.example.com:6443`,
      true,
    ],
    [
      'the command with a token that a terminal broke into lines',
      `oc login --token=${token.slice(0, 20)}\n${token.slice(20)} --server=${server}`,
      true,
    ],
    [
      'the complete text of the page, in one line',
      `Your API token is ${token} Log in with this token oc login --token=${token} --server=${server} Use this token directly against the API curl -H "Authorization: Bearer ${token}" "${server}/apis/user.openshift.io/v1/users/~"`,
      true,
    ],
    [
      'the command twice',
      `oc login --token=${token} --server=${server}\noc login --token=${token} --server=${server}`,
      true,
    ],
    ['the command of Windows', `oc.exe login --token=${token} -s ${server}`, true],
  ];
  for (const [title, text, hasServer] of accepted)
    test(`can be ${title}`, () => {
      const parsed = parseLoginText(text);
      assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
      assert.ok([token, `${token}-`].includes(parsed.value.token), 'exactly the token is returned');
      assert.equal(parsed.value.server, hasServer ? server : undefined);
    });

  const rejected: readonly (readonly [text: string, problem: string])[] = [
    ['', 'empty'],
    [' \n', 'empty'],
    [`oc login --token=${token} --server=${server} --insecure-skip-tls-verify`, 'insecure'],
    [`oc login --insecure-skip-tls-verify=true --token=${token}`, 'insecure'],
    [`oc login -u admin -p secret ${server}`, 'password'],
    [`oc login -uadmin ${server} --token=${token}`, 'password'],
    [`oc login --username=admin --token=${token}`, 'password'],
    [`oc login --password secret --token=${token}`, 'password'],
    [`oc login https://me:secret@api.demo.example.com:6443 --token=${token}`, 'password'],
    [`oc login --token=${token} --server=https://other.example.com; oc login --server=${server}`, 'ambiguous'],
    [`oc login --token=${token} --server=${server} && oc login --token=${token}2 --server=${server}`, 'ambiguous'],
    [`oc login https://other.example.com --token=${token} --server=${server}`, 'ambiguous'],
    [`oc login --token=${token} api.demo.example.com`, 'ambiguous'],
    [`oc login --token=${token.slice(0, 20)} ${token.slice(20)}`, 'ambiguous'],
    [`rosa login --token=${token}`, 'ambiguous'],
    [`oc login --token=${token} --server=javascript:alert(1)`, 'server'],
    [`oc login --token=${token} --server=file:///etc`, 'server'],
    [`oc login --token=${token} --server=`, 'server'],
    [`oc login --token=${token} --server=https://`, 'server'],
    ['oc login --web', 'noToken'],
    [`oc login --server=${server}`, 'noToken'],
    ['oc login --token', 'noToken'],
    ['oc login --token=<token>', 'notToken'],
    ['my secret password', 'notToken'],
    ['short', 'notToken'],
    ['tökentökentöken', 'notToken'],
  ];
  for (const [text, problem] of rejected)
    test(`is rejected (${problem}): ${text.replaceAll(token, 'TOKEN').trim()}`, () => {
      const parsed = parseLoginText(text);
      assert.equal(parsed.ok ? 'accepted' : parsed.error, problem);
    });
});
