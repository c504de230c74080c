/** Tests the questions of a wizard: their numbers, and the way back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runWizard, type Answered } from '#client/vscode/prompts/wizard.ts';

/**
 * Asks for words until there are three.
 * @returns the positions of the questions, and the result
 */
async function play(answers: readonly Answered<string>[]) {
  const positions: string[] = [];
  const left = [...answers];
  const result = await runWizard<readonly string[]>([], {
    next: (words) =>
      words.length === 3
        ? undefined
        : async (before, { step, total }) => {
            positions.push(`${step}/${total ?? 0}`);
            const answer = left.shift();
            return typeof answer === 'object' ? { value: [...before, answer.value] } : answer;
          },
    left: (words) => 3 - words.length,
  });
  return { positions, result };
}

describe('a wizard', () => {
  test('numbers its questions and shows how many there are', async () => {
    const { positions, result } = await play([{ value: 'a' }, { value: 'b' }, { value: 'c' }]);
    assert.deepEqual(
      [positions, result],
      [
        ['1/3', '2/3', '3/3'],
        ['a', 'b', 'c'],
      ],
    );
  });

  test('goes back to the previous question and forgets its answer', async () => {
    const { positions, result } = await play([{ value: 'a' }, { value: 'b' }, 'back', { value: 'x' }, { value: 'c' }]);
    assert.deepEqual(
      [positions, result],
      [
        ['1/3', '2/3', '3/3', '2/3', '3/3'],
        ['a', 'x', 'c'],
      ],
    );
  });

  test('shows no total while it depends on the answer', async () => {
    const totals: (number | undefined)[] = [];
    const page = (state: number, { total }: { readonly total?: number }): Promise<Answered<number>> => {
      totals.push(total);
      return Promise.resolve({ value: state + 1 });
    };
    await runWizard(0, {
      next: (state) => (state === 2 ? undefined : page),
      left: (state) => (state === 0 ? undefined : 1),
    });
    assert.deepEqual(totals, [undefined, 2]);
  });

  test('has no result if the user cancels', async () => {
    assert.equal((await play([{ value: 'a' }, undefined])).result, undefined);
  });
});
