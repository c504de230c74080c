/** Tests hovers, signature help, navigation, the outline, and semantic tokens of policies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { definitionsAt, referencesAt, renameableAt, renameAt } from '#server/policy/lsp/navigation.ts';
import { hoverAt } from '#server/policy/lsp/hover.ts';
import { foldsOf, symbolsOf } from '#server/policy/lsp/outline.ts';
import { signaturesAt } from '#server/policy/lsp/signature.ts';
import { tokensOf } from '#server/policy/lsp/tokens.ts';
import { head, marked, sample } from '#test/support/manifests/markedText.ts';

const hover = (written: string, options: { release?: string; onlyOurs?: boolean } = {}): string | undefined => {
  const { at, offset } = marked(head + written, options);
  return hoverAt(at, offset)?.markdown;
};
const signature = (written: string): string | undefined => {
  const { at, offset } = marked(head + written);
  const found = signaturesAt(at, offset);
  return found === undefined ? undefined : `${found.signatures.map(({ label }) => label).join(' | ')} @${found.active}`;
};

describe('hover', () => {
  test('lists the request fields on `input`', () => {
    const words = hover('ExecProcessRequest if in¦put.process.Args == []\n') ?? '';
    assert.match(words, /^\*\*input\*\* \(`ExecProcessRequest`\)[^]*- `process`: Process/);
    assert.match(hover('X if in¦put.process\n') ?? '', /depend on the type of request/);
    assert.doesNotMatch(hover('X if { input := 1; in¦put }\n') ?? '', /agent evaluates|to the agent/);
  });
  test('explains whether the agent evaluates the package', () => {
    const at = (written: string) => {
      const { at: policy, offset } = marked(written);
      return hoverAt(policy, offset)?.markdown ?? '';
    };
    assert.match(at('package agent_¦policy\n'), /\n\nThe agent evaluates only the package `agent_policy`\.$/);
    assert.match(
      at('package other.¦policy\n\ndefault ExecProcessRequest := false\n'),
      /\n\n\*\*The agent evaluates only the package `agent_policy`\.\*\*$/,
    );
  });
  test('describes a request, its risk, and the verdicts of shipped policies', () => {
    const words = hover('default Exec¦ProcessRequest := false\n') ?? '';
    for (const part of [
      /additional process/,
      /\*\*Called:\*\*/,
      /High risk/,
      /When denied/,
      /Allowed: Kata: allow all/,
      /Denied: .*OSC 1\.12 images/,
    ])
      assert.match(words, part);
    assert.equal(hover('x := Exec¦ProcessRequest\n'), words);
    assert.match(hover('default Pull¦ImageRequest := false\n') ?? '', /Agents no longer support this request/);
  });

  test('warns about a request in another package', () => {
    const { at, offset } = marked('package other\n\ndefault Exec¦ProcessRequest := false\n');
    assert.match(hoverAt(at, offset)?.markdown ?? '', /\*\*The agent evaluates only the package `agent_policy`\.\*\*/);
  });

  test('shows the path and type of a field', () => {
    assert.match(hover('ExecProcessRequest if input.pro¦cess.Args\n') ?? '', /^\*\*input\.process\*\*: Process/);
    assert.match(
      hover('ExecProcessRequest if { some a in input.process.Args; p := input.process; p.Ar¦gs }\n') ?? '',
      /^\*\*input\.process\.Args\*\*: list of string/,
    );
    assert.match(hover('CopyFileRequest if input.file¦_type\n', { release: '1.12' }) ?? '', /Regular/);
    assert.equal(hover('ExecProcessRequest if input.Pro¦cess\n'), undefined);
  });

  test('shows built-in signatures and whether the guest supports them', () => {
    assert.equal(
      hover('X if starts¦with("a", "b")\n'),
      '```rego\nstartswith(text: string, start: string) -> boolean\n```',
    );
    assert.match(hover('X if base64.dec¦ode("a")\n', { release: '1.12' }) ?? '', /depends on the OSC 1\.12 guest/);
    assert.match(
      hover('X if base64.dec¦ode("a")\n', { release: '1.11' }) ?? '',
      /Not available in the OSC 1\.11 guest/,
    );
    assert.match(hover('X if http.se¦nd({})\n') ?? '', /No guest supports `http\.send`/);
  });

  test('describes rules, variables, and keywords', () => {
    assert.match(hover('# Says so.\nf(a) := 1\nX if f¦(1)\n') ?? '', /f\(a\) := 1[^]*Says so\./);
    assert.match(
      hover('CreateContainerRequest if { some m in input.OCI.Mounts; m¦ }\n') ?? '',
      /\*\*m\*\*: Mount[^]*input\.OCI\.Mounts\[_\]/,
    );
    assert.match(hover('X i¦f true\n') ?? '', /`if`/);
  });

  test('shows nothing on comments, strings, numbers, and empty lines', () => {
    for (const written of ['# Exec¦ProcessRequest\n', 'X if "star¦tswith"\n', 'X if 1¦2\n', '¦\n'])
      assert.equal(hover(written), undefined, written);
  });

  test('omits general Rego help when another Rego extension is active', () => {
    assert.equal(hover('X if starts¦with("a", "b")\n', { onlyOurs: true }), undefined);
    assert.match(hover('default Exec¦ProcessRequest := false\n', { onlyOurs: true }) ?? '', /additional process/);
    assert.match(hover('ExecProcessRequest if input.pro¦cess\n', { onlyOurs: true }) ?? '', /Process/);
  });
});

describe('signature help', () => {
  test('shows the built-in and the active argument', () => {
    const startswith = 'startswith(text: string, start: string) -> boolean';
    assert.equal(signature('X if { startswith(¦) }'), `${startswith} @0`);
    assert.equal(signature('X if { startswith(a, ¦) }'), `${startswith} @1`);
    assert.equal(signature('X if { startswith(a, ¦'), `${startswith} @1`);
    assert.equal(signature('X if { startswith(¦\n}'), `${startswith} @0`);
    assert.equal(signature('X if { startswith(concat(",", []), ¦) }'), `${startswith} @1`);
    assert.equal(
      signature('X if { startswith(concat(¦), "") }'),
      'concat(delimiter: string, parts: array or set of string) -> string @0',
    );
    assert.equal(signature('X if { startswith(a, b)¦ }'), undefined);
    assert.equal(signature('X if { (¦) }'), undefined);
  });

  test('shows every definition of a policy function', () => {
    assert.equal(signature('f(a, "x") := 1\nf(b, "y") := 2\nX if f(1, ¦)'), 'f(a, "x") | f(b, "y") @1');
    assert.equal(signature('f(a) := 1\nX if data.agent_policy.f(¦)'), 'f(a) @0');
  });
});

describe('navigation', () => {
  const textsAt = (written: string, withDefinitions = true): string[] => {
    const { at, offset, text } = marked(head + written);
    return referencesAt(at, offset, withDefinitions).map(
      ({ start, end }) => `${start - head.length} ${text.slice(start, end)}`,
    );
  };

  test('finds all definitions of a function', () => {
    const { at, offset, text } = marked(`${head}f(a) := 1\nX if f¦(1)\nf(a) := 2 if a > 1\n`);
    assert.deepEqual(
      definitionsAt(at, offset).map(({ start, end }) => [start - head.length, text.slice(start, end)]),
      [
        [0, 'f'],
        [20, 'f'],
      ],
    );
  });

  test('finds references with and without definitions', () => {
    assert.deepEqual(textsAt('f(a) := 1\nX if f¦(1)\n'), ['0 f', '15 f']);
    assert.deepEqual(textsAt('f(a) := 1\nX if f¦(1)\n', false), ['15 f']);
    assert.deepEqual(textsAt('X if inp¦ut.a\n'), []);
  });

  const renamed = (written: string, name: string): string | undefined => {
    const { at, offset, text } = marked(head + written);
    const places = renameAt(at, offset, name);
    if (places === undefined) return undefined;
    if ('problem' in places) return places.problem;
    return places
      .toReversed()
      .reduce((result, { start, end }) => result.slice(0, start) + name + result.slice(end), text)
      .slice(head.length);
  };

  test('renames rules, local variables, and misspelled requests', () => {
    assert.equal(
      renamed('ok(a) := a\nX if o¦k(1)\nY if data.agent_policy.ok(2)\n', 'good'),
      'good(a) := a\nX if good(1)\nY if data.agent_policy.good(2)\n',
    );
    assert.equal(
      renamed('X if { some m¦ in input.a; m.b }\nY if { m := 1 }\n', 'n'),
      'X if { some n in input.a; n.b }\nY if { m := 1 }\n',
    );
    assert.equal(renamed('ExecProces¦Request if true\n', 'ExecProcessRequest'), 'ExecProcessRequest if true\n');
  });

  test('rejects renaming requests and built-ins, and invalid or conflicting new names', () => {
    assert.equal(renamed('default Exec¦ProcessRequest := false\n', 'x'), undefined);
    assert.equal(renamed('X if starts¦with("", "")\n', 'x'), undefined);
    assert.equal(renamed('X if { broken¦( }\nbroken(a) := 1\n', 'x'), undefined);
    assert.match(renamed('a¦ := 1\nb := 2\n', 'b') ?? '', /already in use/);
    for (const name of ['count', 'print', 'startswith'])
      assert.match(renamed('a¦(x) := x\n', name) ?? '', /built-in function of the guest/);
    for (const name of ['every', 'if', 'contains']) assert.match(renamed('a¦ := 1\n', name) ?? '', /Rego keyword/);
    assert.match(renamed('X if { a¦ := 1; b := a }\n', 'b') ?? '', /already in use/);
    assert.match(renamed('a¦ := 1\nX if { b := 2; b == a }\n', 'b') ?? '', /already in use/);
    assert.match(renamed('a¦ := 1\n', 'not') ?? '', /Rego keyword/);
    assert.match(renamed('a¦ := 1\n', 'a b') ?? '', /Invalid name "a b"/);
    const { at, offset } = marked(`${head}o¦k := 1\n`);
    assert.deepEqual(renameableAt(at, offset), { name: 'ok', place: { start: head.length, end: head.length + 2 } });
  });
});

describe('outline, folding, and semantic tokens', () => {
  const { at, text } = marked(sample);

  test('list the package, requests, functions, and rules', () => {
    assert.deepEqual(
      symbolsOf(at).map(({ name, kind, detail }) => [name, kind, detail]),
      [
        ['agent_policy', 'package', 'package'],
        ['ExecProcessRequest', 'request', 'default false'],
        ['ExecProcessRequest', 'request', ''],
        ['CreateContainerRequest', 'request', ''],
        ['is_ok', 'function', '(mount, prefix)'],
        ['policy_data', 'rule', '{"allowed_commands": ["ls -l"]}'],
      ],
    );
    for (const { start, end, place } of symbolsOf(at)) assert.ok(start <= place.start && place.end <= end);
  });

  test('fold bodies, imports, and comments, also in a broken policy', () => {
    const written = `${head}# one\n# two\nX if {\n  y := {\n    "a": 1,\n  }\n  (\n}\n`;
    assert.deepEqual(foldsOf(written), [
      { startLine: 2, endLine: 3, kind: 'imports' },
      { startLine: 5, endLine: 6, kind: 'comment' },
      { startLine: 7, endLine: 11 },
      { startLine: 8, endLine: 9 },
    ]);
  });

  test('classify tokens without overlaps', () => {
    const typeOf = (word: string): string | undefined => {
      const start = text.indexOf(word);
      const token = tokensOf(at).find((one) => one.start === start);
      return token === undefined ? undefined : [token.type, ...token.modifiers].join(' ');
    };
    assert.deepEqual(
      [
        'package',
        'ExecProcessRequest',
        '# Only',
        'false',
        ':=',
        '" "',
        'command :=',
        'concat',
        'input.',
        'process',
        'is_ok(mount, p',
        'prefix)',
        'every',
        'regex',
        'match(`',
        'policy_data',
      ].map(typeOf),
      [
        'keyword',
        'class declaration',
        'comment',
        'keyword',
        'operator',
        'string',
        'variable declaration',
        'function defaultLibrary',
        'variable readonly defaultLibrary',
        'property',
        'function declaration',
        'parameter declaration',
        'keyword',
        'namespace defaultLibrary',
        'function defaultLibrary',
        'variable readonly',
      ],
    );
    const all = tokensOf(at);
    for (const [index, { start }] of all.entries()) assert.ok(start >= (all[index - 1]?.end ?? 0), `token ${index}`);
  });

  test('never throw on a truncated policy', () => {
    let said = 0;
    for (let length = 0; length <= sample.length; length += 3) {
      const cut = marked(sample.slice(0, length)).at;
      for (const one of [cut, at]) {
        said += hoverAt(one, length) === undefined ? 0 : 1;
        said += signaturesAt(one, length) === undefined ? 0 : 1;
        said += definitionsAt(one, length).length + referencesAt(one, length, true).length;
        const renamed = renameAt(one, length, 'other');
        said += renamed === undefined || 'problem' in renamed ? 0 : renamed.length;
      }
      said += symbolsOf(cut).length + tokensOf(cut).length + foldsOf(cut.text).length;
    }
    assert.ok(said > 1000);
  });
});
