/** Generates docs/commands.md from the definitions of the commands of the extension. */
import type { CommandContribution } from '#client/commands/commandContribution.ts';
import type { CommandList } from './commands.ts';
import { createPage, createTable } from './markdown.ts';
import { describeCondition, describeMenu } from './whenClauses.ts';

/** A page that describes how to use commands. */
export interface GuidePage {
  /** File name in docs/. */
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Sections of the commands that load when the extension starts. Each section lists the second parts of its command IDs,
 * such as `tree`.
 */
const ownSections: Readonly<Record<string, readonly string[]>> = {
  'Files and policies': ['files', 'initdata', 'manifest', 'packed', 'policy', 'release', 'rule', 'status'],
  'Clusters view': ['cluster', 'clusters', 'demo', 'node', 'object', 'row', 'tree'],
  'Help and settings': ['example', 'issue', 'log', 'server', 'setting', 'tour'],
};

/** Sections of the commands of features. */
const featureSections: Readonly<Record<string, string>> = {
  operations: 'Cluster operations',
  logs: 'Logs',
  metrics: 'Metrics',
  mustGather: 'Must-gathers',
  edge: 'Edge hosting',
  terminal: 'Terminals',
};

/**
 * Page for each command that only the menus of rows contain, by the start of the command ID. The titles of these
 * commands are too general to find the pages that describe them.
 */
const rowPages: readonly (readonly [start: string, file: string])[] = [
  ['osc.edge.', 'edge.md'],
  ['osc.mustGather.', 'must-gather.md'],
  ['osc.procedure.', 'procedures.md'],
  ['osc.', 'clusters.md'],
];

/**
 * Returns the page.
 * @param pages pages that describe how to use commands
 * @throws Error if a command belongs to no section, or if no page describes it
 */
export function commandsPage({ own, features }: CommandList, pages: readonly GuidePage[]): string {
  const sections: readonly (readonly [title: string, commands: readonly CommandContribution[]])[] = [
    ...Object.keys(ownSections).map(
      (title) => [title, own.filter((command) => ownSectionOf(command) === title)] as const,
    ),
    ...Object.entries(features).map(([feature, commands]) => [featureSections[feature] ?? feature, commands] as const),
  ];
  const internal = sections.flatMap(([, commands]) => commands).filter(isInternal);
  return createPage([
    '# Commands',
    'This page lists the commands of the extension, where they appear, and the pages that describe them. To run a command, press F1 to open the Command Palette, and enter the title of the command. In the Command Palette, the titles of these commands start with _OpenShift Sandboxed Containers_.',
    'The tables have these columns:',
    [
      '- **ID:** the identifier of the command. You need it to assign a keyboard shortcut to the command.',
      '- **Command Palette:** when the Command Palette lists the command. If the value is _never_, you can run the command only from a menu or with a button.',
      '- **menus:** the places with a menu item or a button for the command, such as the row of a cluster in the Clusters view.',
      '- **described in:** the pages that describe how to use the command.',
    ].join('\n'),
    ...sections.flatMap(([title, commands]) => [
      `## ${title}`,
      createTable(
        ['command', 'ID', 'Command Palette', 'menus', 'described in'],
        sortByTitle(commands.filter((command) => !isInternal(command))).map((command) => row(command, pages)),
      ),
    ]),
    '## Internal commands',
    "Links, CodeLenses, quick fixes, and rows run these commands. You can't run them from the Command Palette or from a menu.",
    createTable(
      ['command', 'ID'],
      sortByTitle(internal).map(({ id, title }) => [`_${title}_`, `\`${id}\``]),
    ),
  ]);
}

function ownSectionOf({ id }: CommandContribution): string {
  const [, part = ''] = id.split('.');
  const section = Object.entries(ownSections).find(([, parts]) => parts.includes(part))?.[0];
  if (section === undefined) throw new Error(`${id} has no section in scripts/generate/commandsPage.ts`);
  return section;
}

function isInternal({ palette, menus = [] }: CommandContribution): boolean {
  return palette === false && menus.length === 0;
}

function sortByTitle(commands: readonly CommandContribution[]): readonly CommandContribution[] {
  return commands.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}

function row(command: CommandContribution, pages: readonly GuidePage[]): readonly string[] {
  const { id, title, palette, menus = [] } = command;
  // A command is often both a button and an entry in the menu of the same row.
  const places = new Set(menus.map(describeMenu));
  return [
    `_${title}_`,
    `\`${id}\``,
    palette === undefined ? 'always' : palette === false ? 'never' : `if ${describeCondition(palette)}`,
    [...places].join('; '),
    describingPages(command, pages)
      .map(({ title: heading, file }) => `[${heading}](${file})`)
      .join(', '),
  ];
}

function describingPages({ id, title, palette }: CommandContribution, pages: readonly GuidePage[]) {
  const rowPage = rowPages.find(([start]) => id.startsWith(start))?.[1];
  const found = pages.filter(({ file, text }) => (palette === false ? file === rowPage : text.includes(`_${title}_`)));
  if (found.length === 0) throw new Error(`No page of the guide describes _${title}_ (${id}).`);
  // The tutorial mentions commands that other pages describe.
  const others = found.filter(({ file }) => file !== 'getting-started.md');
  return others.length === 0 ? found : others;
}
