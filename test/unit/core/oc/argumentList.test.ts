/** Tests how the arguments of a command are read and formatted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatArgumentList, parseArgumentList } from '#core/oc/argumentList.ts';

test('arguments are divided at spaces outside of quotes', () => {
  assert.deepEqual(parseArgumentList('  sh  -c "echo \\"a b\\" $HOME" \'it is\' x\\ y '), [
    'sh',
    '-c',
    'echo "a b" $HOME',
    'it is',
    'x y',
  ]);
  assert.deepEqual(parseArgumentList(`a "" b''c "x\\n"`), ['a', '', 'bc', 'x\\n']);
});

test('a text without a command or with an open quote has no arguments', () => {
  for (const text of ['', '  ', '""', 'sh -c "echo', "it's"]) assert.equal(parseArgumentList(text), undefined, text);
});

test('formatted arguments are read as the same arguments', () => {
  for (const command of [['/bin/sh'], ['sh', '-c', `a 'b' "c" \\d $e`], ['printf', '', 'a\\b'], ["'", '"']])
    assert.deepEqual(parseArgumentList(formatArgumentList(command)), command);
});
