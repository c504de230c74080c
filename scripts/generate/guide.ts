/**
 * docs/getting-started.md from the tour, and docs/README.md: the guide by what people want to do, with commands as the
 * palette names them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { titleOf, tour, tourSteps } from './tour.ts';

interface Wish {
  /** As a reader would say it. */
  readonly want: string;
  readonly commands?: readonly string[];
  /** Programs, settings and other ways, as Markdown. */
  readonly also?: string;
  /** Where it stands, in docs/. */
  readonly page: string;
}

const chapters: readonly (readonly [chapter: string, wishes: readonly Wish[]])[] = [
  [
    'To begin',
    [
      {
        want: 'See what there is, without a cluster',
        commands: ['osc.tour.open', 'osc.demo.start'],
        page: 'getting-started.md',
      },
      { want: 'Try kubectl on a simulated cluster', also: '`osc-tools simulate`', page: 'simulator.md' },
      { want: 'Report what is wrong with these tools', commands: ['osc.issue.report'], page: 'getting-started.md' },
    ],
  ],
  [
    'Files',
    [
      { want: 'Write a manifest', commands: ['osc.manifest.new'], page: 'getting-started.md' },
      { want: 'Know why something is underlined', commands: ['osc.rule.explain'], page: 'rules/README.md' },
      {
        want: 'Write, read and try an agent policy or initdata',
        commands: ['osc.policy.new', 'osc.policy.showTable', 'osc.policy.replay'],
        page: 'policies.md',
      },
      { want: 'Test a policy', also: '`osc-tools policy test`', page: 'policy-tests.md' },
      { want: 'Write queries and alerts on kata', also: '`.promql` files and PrometheusRules', page: 'promql.md' },
      { want: 'Have the same in another editor', also: 'Neovim, Helix, Emacs', page: 'editors.md' },
      { want: 'Check all files of a workspace', commands: ['osc.files.checkAll'], page: 'command-line.md' },
      { want: 'Check files in a pipeline', also: '`osc-tools lint`', page: 'command-line.md' },
      { want: 'Give the schemas to another program', also: 'the layout of CRD catalogues', page: 'schemas.md' },
    ],
  ],
  [
    'Clusters',
    [
      {
        want: 'See how kata does, and why a node does not move',
        commands: ['osc.cluster.open', 'osc.clusters.show'],
        page: 'clusters.md',
      },
      {
        want: 'Check whether a cluster is ready',
        commands: ['osc.cluster.check'],
        also: '`osc-tools preflight`',
        page: 'preflight.md',
      },
      {
        want: 'Install, update or uninstall',
        commands: ['osc.kata.install', 'osc.kata.update', 'osc.kata.uninstall', 'osc.runbook.create'],
        page: 'procedures.md',
      },
      {
        want: 'Set up peer pods, the log level, nodes',
        commands: ['osc.peerpods.configure', 'osc.kata.setLogLevel', 'osc.kata.setNodes'],
        page: 'configure.md',
      },
      {
        want: 'Run a workload in a sandbox',
        commands: ['osc.workload.sandbox', 'osc.workload.isSandboxed'],
        page: 'procedures.md',
      },
    ],
  ],
  [
    'When something is wrong',
    [
      { want: 'Know what a status means', also: '`osc-tools explain`', page: 'explain.md' },
      {
        want: 'Read the logs of a node or a sandbox',
        commands: ['osc.logs.show', 'osc.logs.ofPod', 'osc.logs.openFile'],
        page: 'logs.md',
      },
      { want: 'See figures over time', commands: ['osc.metrics.show', 'osc.metrics.query'], page: 'metrics.md' },
      {
        want: 'Collect a must-gather',
        commands: ['osc.mustGather.collect', 'osc.mustGather.pack'],
        page: 'collect-must-gather.md',
      },
      {
        want: 'Read a must-gather',
        commands: ['osc.mustGather.open', 'osc.mustGather.report', 'osc.mustGather.compare'],
        page: 'must-gather.md',
      },
    ],
  ],
];

/** The pages by their path. @param titles commands by their ids, as the palette names them */
export function guidePages(root: string, titles: ReadonlyMap<string, string>): Record<string, string> {
  return { 'docs/getting-started.md': gettingStarted(titles), 'docs/README.md': guide(root, titles) };
}

function gettingStarted(titles: ReadonlyMap<string, string>): string {
  const steps = tourSteps.map(({ title, text, commands, page }, index) =>
    [
      `## ${index + 1}. ${title}`,
      ...text,
      `In the palette: ${named(commands, titles)}. More: [${page}](${page}).`,
    ].join('\n\n'),
  );
  return page([
    '# Getting started',
    `${tour.description} VS Code has the same as a tour that ticks off what you did: ${named(['osc.tour.open'], titles)} in the palette.`,
    '![The tour in VS Code](images/tour-dark.png)',
    ...steps,
    '## When it does not do what it should',
    `${named(['osc.issue.report'], titles)} writes down the versions of everything involved, and shows you the text. It has no names, paths, addresses or contents of yours; you decide whether it is copied, and where it goes. ${named(['osc.log.show'], titles)} has the details.`,
    'More by what you want to do: [the guide](README.md).',
  ]);
}

function guide(root: string, titles: ReadonlyMap<string, string>): string {
  const listed = new Set(chapters.flatMap(([, wishes]) => wishes.map((wish) => wish.page)));
  const others = readdirSync(path.join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md' && !listed.has(name),
  );
  return page([
    '# Guide',
    'By what you want to do. Names in italics are commands of the palette (F1).',
    ...chapters.flatMap(([chapter, wishes]) => [`## ${chapter}`, wishes.map((wish) => line(wish, titles)).join('\n')]),
    '## Further pages',
    [
      ...others.toSorted().map((name) => `- [${heading(root, name)}](${name})`),
      '- [What changed](../CHANGELOG.md)',
    ].join('\n'),
  ]);
}

function line({ want, commands = [], also, page: file }: Wish, titles: ReadonlyMap<string, string>): string {
  const ways = [...(commands.length === 0 ? [] : [named(commands, titles)]), ...(also === undefined ? [] : [also])];
  return `- **${want}**: ${ways.join(', ')}. [${file}](${file})`;
}

function named(commands: readonly string[], titles: ReadonlyMap<string, string>): string {
  return commands.map((command) => `_${titleOf(titles, command)}_`).join(', ');
}

function heading(root: string, name: string): string {
  return /^# (.+)$/m.exec(readFileSync(path.join(root, 'docs', name), 'utf8'))?.[1] ?? name;
}

function page(parts: readonly string[]): string {
  return `<!-- Generated by npm run generate from scripts/generate. Do not edit. -->\n\n${parts.join('\n\n')}\n`;
}
