/** Tests that `npm run generate` writes package.json and its English titles from the command definitions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clusterRow, clustersTitle } from '#client/commands/menuPlaces.ts';
import {
  contributedCommands,
  contributedMenus,
  englishTitles,
  featureCommandIdsText,
  type CommandList,
} from '#scripts/generate/commands.ts';

const list: CommandList = {
  own: [
    { id: 'osc.log.show', title: 'Show Log' },
    { id: 'osc.row.close', title: 'Close Cluster', palette: false, menus: [clusterRow('3_osc@1', 'open')] },
  ],
  features: {
    operations: [
      {
        id: 'osc.kata.update',
        title: 'Update...',
        shortTitle: 'Update',
        icon: 'sync',
        palette: 'osc.clusterOpen',
        menus: [
          { menu: 'osc.kata', group: '1@1' },
          clustersTitle('navigation@1', 'osc.clusterOpen'),
          clusterRow('inline@1', '(?:node|open)', '!config.osc.readOnly'),
        ],
      },
    ],
  },
};

describe('generation from command definitions', () => {
  test('contributes each command with keys for its texts', () => {
    const [category, prefix] = ['%category%', 'command.osc'];
    assert.deepEqual(contributedCommands(list), [
      { command: 'osc.log.show', category, title: `%${prefix}.log.show%` },
      { command: 'osc.row.close', category, title: `%${prefix}.row.close%` },
      {
        command: 'osc.kata.update',
        category,
        title: `%${prefix}.kata.update%`,
        shortTitle: `%${prefix}.kata.update.short%`,
        icon: '$(sync)',
      },
    ]);
    assert.deepEqual(englishTitles(list), {
      'command.osc.log.show': 'Show Log',
      'command.osc.row.close': 'Close Cluster',
      'command.osc.kata.update': 'Update...',
      'command.osc.kata.update.short': 'Update',
    });
  });

  test('replaces the commands of menus, and keeps the submenus', () => {
    const submenu = { submenu: 'osc.kata', when: 'true', group: '0_osc@1' };
    const current = {
      'view/item/context': [{ command: 'osc.removed', group: '1_osc@1' }, submenu],
      'editor/title': [{ command: 'osc.removed', group: '1_osc@1' }],
    };
    assert.deepEqual(contributedMenus(list, current), {
      'view/item/context': [
        submenu,
        {
          command: 'osc.row.close',
          when: 'view =~ /^osc\\.clusters/ && viewItem =~ /\\bosc-open\\b/',
          group: '3_osc@1',
        },
        {
          command: 'osc.kata.update',
          when: 'view =~ /^osc\\.clusters/ && viewItem =~ /\\bosc-(?:node|open)\\b/ && !config.osc.readOnly',
          group: 'inline@1',
        },
      ],
      'osc.kata': [{ command: 'osc.kata.update', group: '1@1' }],
      'view/title': [
        { command: 'osc.kata.update', when: 'view =~ /^osc\\.clusters/ && osc.clusterOpen', group: 'navigation@1' },
      ],
      commandPalette: [
        { command: 'osc.row.close', when: 'false' },
        { command: 'osc.kata.update', when: 'osc.clusterOpen' },
      ],
    });
  });

  test('lists the IDs of features for the start of the extension', () => {
    assert.match(featureCommandIdsText(list), /^ {2}operations: \['osc\.kata\.update'\],$/m);
  });
});
