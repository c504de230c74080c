/** Tests that a token is changed in the text of a kubeconfig, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editUserToken } from '#client/kubernetes/kubeconfig/edit/editUserToken.ts';

const block = `# my clusters
apiVersion: v1
users:
  # the administrator
- name: admin
  user:
    # expires every day
    token: sha256~old   # from the console
    as: boss
- name: other
  user: {client-certificate: a.crt, client-key: a.key} # keep
- {"name": "empty", "user": {}}
- name: "null"
  user:
- name: cert
  user:
    client-certificate: a.crt
clusters: []
`;

describe('a token in a kubeconfig', () => {
  const cases: readonly (readonly [title: string, user: string, before: string, after: string])[] = [
    ['is replaced, with its comments kept', 'admin', 'token: sha256~old   #', 'token: sha256~new   #'],
    [
      'is added to a flow mapping',
      'other',
      '{client-certificate: a.crt,',
      '{"token": "sha256~new", client-certificate: a.crt,',
    ],
    ['is added to an empty mapping', 'empty', '"user": {}', '"user": {"token": "sha256~new"}'],
    [
      'is added to a user without a value',
      'null',
      '  user:\n- name: cert',
      '  user: {"token": "sha256~new"}\n- name: cert',
    ],
    [
      'is added before the first field, with its indentation',
      'cert',
      '    client-certificate: a.crt\nclusters',
      '    token: sha256~new\n    client-certificate: a.crt\nclusters',
    ],
  ];
  for (const [title, user, before, after] of cases)
    for (const [eol, text] of [
      ['', block],
      [' (with CRLF and a byte order mark)', `\ufeff${block.replaceAll('\n', '\r\n')}`],
    ] as const)
      test(`${title}${eol}`, () => {
        const end = eol === '' ? '\n' : '\r\n';
        const [from, to] = [before, after].map((one) => one.replaceAll('\n', end));
        assert.ok(text.includes(from ?? ''));
        assert.deepEqual(editUserToken(text, user, 'sha256~new'), {
          ok: true,
          value: text.replace(from ?? '', () => to ?? ''),
        });
      });

  test('is replaced in JSON', () => {
    const text = '{"users": [{"name": "a", "user": {"token": "old"}}, {"name": "b", "user": {"token": "kept"}}]}\n';
    assert.deepEqual(editUserToken(text, 'a', 'new"token'), {
      ok: true,
      value: text.replace('"old"', () => String.raw`"new\"token"`),
    });
  });

  test('is quoted if YAML would read it as something other than a string', () => {
    for (const token of ['12345678', 'yes', '~', 'null', '2020-01-01', 'a: b', '- x', 'a #b']) {
      const edited = editUserToken('users:\n- name: a\n  user:\n    token: old\n', 'a', token);
      assert.ok(edited.ok);
      assert.match(edited.value, /token: "/);
    }
  });

  test('is removed by writing an empty value', () => {
    const edited = editUserToken(block, 'admin', '');
    assert.deepEqual(edited, { ok: true, value: block.replace('sha256~old', '""') });
  });

  const refused: readonly (readonly [title: string, text: string, problem: string])[] = [
    ['the user has an alias', 'x: &u {token: old}\nusers:\n- name: a\n  user: *u\n', 'unsupported'],
    [
      'another user shares the entry',
      'users:\n- name: a\n  user: &u {token: old}\n- name: b\n  user: *u\n',
      'unsupported',
    ],
    ['the token is a block scalar', 'users:\n- name: a\n  user:\n    token: |-\n      old\n', 'unsupported'],
    ['the token occurs twice', 'users:\n- name: a\n  user:\n    token: one\n    token: two\n', 'unsupported'],
    ['the token has a tag', 'users:\n- name: a\n  user:\n    token: !!str old\n', 'unsupported'],
    ['the user has no entry', 'users:\n- name: a\n', 'unsupported'],
    ['the user is text', 'users:\n- name: a\n  user: text\n', 'unsupported'],
    ['the user is missing', 'users:\n- name: b\n  user: {}\n', 'absent'],
    ['the users are missing', 'clusters: []\n', 'absent'],
    ['the file is empty', '', 'absent'],
    ['the YAML is invalid', 'users: [\n', 'absent'],
  ];
  for (const [title, text, problem] of refused)
    test(`isn't changed if ${title}`, () => {
      assert.deepEqual(editUserToken(text, 'a', 'sha256~new'), { ok: false, error: problem });
    });
});
