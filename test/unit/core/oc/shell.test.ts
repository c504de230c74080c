/** Tests how shell commands are read: words, pipelines, quotation marks, substitutions, and here-documents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandsIn, commandsInLines } from '#core/oc/shell/commandsInText.ts';
import { findClientPipelines } from '#core/oc/commands/clientCommand.ts';
import { mentionsCommands } from '#core/oc/shell/mentionsCommands.ts';

const read = (text: string) => commandsIn(text, 'shell');
const wordsOf = (text: string) =>
  read(text).pipelines.map(({ commands }) => commands.map(({ words }) => words.map(({ value }) => value ?? '?')));
const callsOf = (text: string, commands = read(text)) =>
  findClientPipelines(text, commands).flatMap(({ calls }) =>
    calls.map(({ words }) => words.map(({ value }) => value ?? '?').join(' ')),
  );

describe('shell reader', () => {
  test('splits words, pipelines, and commands', () => {
    assert.deepEqual(wordsOf(`oc get "a b" 'c'd\\ e -o=json | jq . ; echo x && echo y # comment | z`), [
      [
        ['oc', 'get', 'a b', 'cd e', '-o=json'],
        ['jq', '.'],
      ],
      [['echo', 'x']],
      [['echo', 'y']],
    ]);
    assert.deepEqual(wordsOf('oc get pods |\n  grep x\\\ny\nls'), [
      [
        ['oc', 'get', 'pods'],
        ['grep', 'xy'],
      ],
      [['ls']],
    ]);
  });

  test('omits redirections', () => {
    assert.deepEqual(wordsOf('oc get x >/dev/null 2>&1 <in &>out >| a <<< "b c" d'), [[['oc', 'get', 'x', 'd']]]);
  });

  test('treats words with expansions as unknown and reads commands in substitutions', () => {
    assert.deepEqual(callsOf('X=$(oc get a -n $NS | wc -l); echo "`oc get b`" "${Y:-$(oc get c)}" <(oc get d)'), [
      'oc get a -n ?',
      'oc get b',
      'oc get c',
      'oc get d',
    ]);
  });

  test('skips here-documents, comments, and arithmetic', () => {
    assert.deepEqual(
      callsOf(
        `cat <<EOF > x
oc delete a 'unclosed
EOF
cat <<-'END' | oc apply -f -
	oc delete b
	END
(( x = 1 << 2 ))
# oc delete c don't
oc get d $((1 << 3))
`,
      ),
      ['oc apply -f -', 'oc get d ?'],
    );
  });

  test('reads commands after keywords, assignments, and wrappers', () => {
    assert.deepEqual(
      callsOf(`if ! oc get a; then NS=x sudo kubectl get b; fi
watch -n 5 oc get c
watch "oc describe d | sed -n p"
case $x in a) oc get e ;; esac
f() { oc get f; }
timeout 30 oc get g`),
      ['oc get a', 'kubectl get b', 'oc get c', 'oc describe d', 'oc get e', 'oc get f', 'oc get g'],
    );
  });

  test('ignores unknown commands, variables, functions, and aliases', () => {
    assert.deepEqual(
      callsOf('$OC get a\nretry oc get a\n"oc get a"\necho oc get a\nxargs oc get a\neval "oc get a"'),
      [],
    );
    for (const define of ['oc() { echo "$@"; }', 'function oc { :; }', "alias oc='oc --context x'"])
      assert.deepEqual(callsOf(`${define}\noc get a\nkubectl get b`), ['kubectl get b'], define);
  });

  test('finds a quotation mark that is never closed', () => {
    const openIn = (text: string) => read(text).pipelines.flatMap(({ openQuote }) => openQuote ?? []);
    assert.deepEqual(openIn("oc get x | grep 'a\n"), [16]);
    assert.deepEqual(openIn('oc get "x\ny\n'), [7]);
    assert.deepEqual(openIn(`oc get 'x\ny' "it's" \\' $'a\\'b' # don't\n`), []);
    // It's uncertain where the substitution ends.
    assert.deepEqual(openIn("x=$(case $y in a) echo ;; esac)\noc get 'x\n"), []);
    assert.deepEqual(openIn("cat <<EOF\nx\noc get 'x\n"), []);
  });

  test('separates placeholders from redirections', () => {
    const found = (text: string) =>
      read(text).pipelines.flatMap(({ commands }) =>
        commands.flatMap(({ placeholders }) => placeholders.map(({ start, end }) => text.slice(start, end))),
      );
    assert.deepEqual(found('oc debug node/<node name> -- ls <file.yaml> <노드>'), [
      '<node name>',
      '<file.yaml>',
      '<노드>',
    ]);
    assert.deepEqual(found('cat <in>out; cat < in > out; cat <<EOF\nEOF\n'), []);
  });

  test('reads CRLF line breaks', () => {
    assert.deepEqual(wordsOf('oc get a \\\r\n  b\r\ncat <<E\r\noc\r\nE\r\nls\r\n'), [
      [['oc', 'get', 'a', 'b']],
      [['cat']],
      [['ls']],
    ]);
  });

  test('takes linear time for hostile text', () => {
    for (const part of ['$(', '${', '"$(`', '`#`', '`((`', "`'`", '(', '<<a ', '“ $(a)', '<a ', 'a() '])
      read(part.repeat(10_000));
    for (const line of ['oc get $((', "oc get '", 'oc get "${', 'oc get `', 'oc get <<E', 'oc get # x']) {
      commandsInLines(`${line}\n\n`.repeat(10_000));
      commandsIn(`\`\`\`\n$ ${line}\n\`\`\`\n`.repeat(5000), 'markdown');
    }
  });
});

describe('commands in text', () => {
  test('reads only shell blocks of Markdown', () => {
    const text = `oc get a
\`\`\`sh
oc get b
\`\`\`
\`\`\`yaml
oc get c
\`\`\`
1. x

   ~~~
   NAME
   oc get d \\
     e
   ~~~
`;
    assert.deepEqual(callsOf(text, commandsIn(text, 'markdown')), ['oc get b', 'oc get d e']);
  });

  test('reads only the lines with a prompt, if there is one', () => {
    const text = "```\n$ oc get a \\\n  b\noc get c\ndon't\n# oc get d\n# a comment\n$ oc get e\n```\n";
    assert.deepEqual(callsOf(text, commandsIn(text, 'markdown')), ['oc get a b', 'oc get d', 'oc get e']);
  });

  test('reads both prompts as prompts, and # as a comment among commands without a prompt', () => {
    for (const language of ['', 'sh', 'terminal']) {
      const inFence = (lines: string) => `\`\`\`${language}\n${lines}\n\`\`\`\n`;
      for (const prompt of ['$ ', '# ']) {
        const text = inFence(`${prompt}oc get a\na  b\n${prompt}watch oc get b\n${prompt}sudo oc get c`);
        const calls = ['oc get a', 'oc get b', 'oc get c'];
        assert.deepEqual(callsOf(text, commandsIn(text, 'markdown')), calls, text);
        assert.deepEqual(callsOf(text, commandsInLines(text)), calls, text);
      }
      const text = inFence('# oc get a\noc get b');
      assert.deepEqual(callsOf(text, commandsIn(text, 'markdown')), ['oc get b'], text);
    }
  });

  test('reads the commands in a pasted text up to an empty line', () => {
    const text = "1. Run this:\n\n    $ oc get a | grep 'b\n\n   it's\n\n# crio config | egrep 'x\n";
    const commands = commandsInLines(text);
    assert.deepEqual(callsOf(text, commands), ['oc get a', 'crio config']);
    assert.deepEqual(
      commands.pipelines.map(({ openQuote = 0 }) => text.slice(openQuote, openQuote + 2)),
      ["'b", "'x"],
    );
  });

  test('recognizes files that might contain commands for the product', () => {
    assert.equal(mentionsCommands('oc get kataconfig'), true);
    assert.equal(mentionsCommands('oc project openshift-sandbox-containers-operator'), true);
    assert.equal(mentionsCommands('oc get pods'), false);
    assert.equal(mentionsCommands('Kata runs in doc kata'), false);
  });
});
