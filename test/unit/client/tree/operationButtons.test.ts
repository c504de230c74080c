/** Tests what happens on a click on the rows of an operation, and which buttons its row has. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { operationActions } from '#client/details/pages/operationPage.ts';
import { askToAbandon } from '#client/operations/engine/messages/askToAbandon.ts';
import { runNode } from '#client/tree/rows/cluster/operationNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

const step = (id: string, state: ProcedureStep['state']): ProcedureStep => ({
  id,
  title: `Create the ${id}`,
  state,
  headline: '',
  evidence: [],
  changes: [],
  until: [],
});
const steps = [step('namespace', 'done'), step('secret', 'ready'), step('kataconfig', 'later')];

function run(state: OperationProgress['state']): OperationProgress {
  return { title: 'Install Kata', state, words: '', steps };
}

function rowOf(state: OperationProgress['state'], readOnly = false): TreeNode {
  return runNode({ ...emptyTreeInput, readOnly }, run(state));
}

describe('operation', () => {
  test('shows its open question on a click on its row or on the row of the current step', () => {
    const commandsOf = (state: OperationProgress['state']): readonly (string | undefined)[] => {
      const row = rowOf(state);
      return [row, ...(row.children?.() ?? [])].map(({ view: { command } }) =>
        command === undefined ? undefined : `${command.id} ${(command.arguments ?? []).join(' ')}`,
      );
    };
    const answer = 'osc.procedure.goOn demo';
    assert.deepEqual(commandsOf('asking'), [answer, undefined, answer, undefined]);
    assert.deepEqual(commandsOf('working'), [undefined, undefined, undefined, undefined]);
  });

  test('has no button that abandons it in the place of the button that stops it', () => {
    const buttonsOf = (state: OperationProgress['state'], readOnly = false): readonly (string | undefined)[] => {
      const { contextValue = '' } = rowOf(state, readOnly).view;
      return manifest.contributes.menus['view/item/context']
        .filter(({ group, when }) => {
          const pattern = /viewItem =~ \/(.*?)\//.exec(when ?? '')?.[1];
          return group.startsWith('inline') && pattern !== undefined && new RegExp(pattern).test(contextValue);
        })
        .map(({ command }) => command);
    };
    assert.deepEqual(buttonsOf('asking'), ['osc.procedure.goOn', 'osc.procedure.stop']);
    assert.deepEqual(buttonsOf('paused'), ['osc.procedure.goOn']);
    assert.deepEqual(buttonsOf('paused', true), []);
    assert.deepEqual(buttonsOf('blocked', true), ['osc.procedure.stop']);
  });

  test('offers the setting instead of Continue while osc.readOnly is on', () => {
    const row = rowOf('paused', true);
    assert.equal(row.about?.explanation.todo, 'Disable osc.readOnly, then continue the operation.');
    const [first, second] = row.children?.() ?? [];
    assert.deepEqual(
      [first?.view.label, first?.view.description, first?.view.command?.id, first?.view.command?.arguments],
      ['Continue', 'Read-only (osc.readOnly)', 'osc.setting.open', ['osc.readOnly']],
    );
    assert.equal(second?.view.command?.id, 'osc.procedure.abandon');
    const actions = operationActions(row.view, { context: 'demo' }, 'paused');
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Abandon'],
    );
  });

  test('is abandoned only with a button that has no focus at first', async () => {
    const asked: (readonly string[])[] = [];
    const askWith = (answer: string | undefined): Promise<boolean> => {
      const notify: Parameters<typeof askToAbandon>[0] = {
        choose: (message, _detail, ...choices) => {
          asked.push([message, ...choices]);
          return Promise.resolve(choices.find((choice) => choice === answer));
        },
      };
      return askToAbandon(notify, 'demo', run('paused'));
    };
    assert.deepEqual(
      [await askWith('Keep Paused'), await askWith(undefined), await askWith('Abandon')],
      [false, false, true],
    );
    // VS Code focuses the first button of a dialog.
    assert.deepEqual(asked[0], ['Abandon Install Kata on demo?', 'Keep Paused', 'Abandon']);
  });
});
