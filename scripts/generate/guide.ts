/**
 * Generates docs/getting-started.md from the tour, and docs/README.md, which lists tasks with their commands as titled
 * in the Command Palette.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { titleOf, tour, tourSteps } from './tour.ts';

interface Wish {
  /** Task in the reader's words. */
  readonly want: string;
  readonly commands?: readonly string[];
  /** Executables, settings, and other ways, as Markdown. */
  readonly also?: string;
  /** Page in docs/ that describes the task. */
  readonly page: string;
}

const chapters: readonly (readonly [chapter: string, wishes: readonly Wish[]])[] = [
  [
    'Get started',
    [
      {
        want: 'Try the extension without a cluster',
        commands: ['osc.tour.open', 'osc.demo.start'],
        page: 'getting-started.md',
      },
      { want: 'Use kubectl with a simulated cluster', also: '`osc-tools simulate`', page: 'simulator.md' },
      { want: 'Report a problem', commands: ['osc.issue.report'], page: 'getting-started.md' },
    ],
  ],
  [
    'Files',
    [
      { want: 'Write a manifest', commands: ['osc.manifest.new'], page: 'manifests.md' },
      { want: 'Check all files in a workspace', commands: ['osc.files.checkAll'], page: 'manifests.md' },
      { want: 'Read why a rule reports a finding', commands: ['osc.rule.explain'], page: 'rules/README.md' },
      {
        want: 'Write and evaluate agent policies and initdata',
        commands: ['osc.policy.new', 'osc.policy.showTable', 'osc.policy.replay'],
        page: 'policies.md',
      },
      { want: 'Test a policy', also: '`osc-tools policy test`', page: 'policy-tests.md' },
      { want: 'Write PromQL queries and alerts', also: '`.promql` files and PrometheusRules', page: 'promql.md' },
      { want: 'Check files in CI', also: '`osc-tools lint`', page: 'command-line.md' },
      { want: 'Use another editor', also: 'Neovim, Helix, Emacs', page: 'editors.md' },
      { want: 'Use the JSON schemas in other tools', also: '`osc-tools schema export`', page: 'schemas.md' },
    ],
  ],
  [
    'Clusters',
    [
      {
        want: 'See the state of Kata, and why a node is stuck',
        commands: ['osc.cluster.open', 'osc.clusters.show'],
        page: 'clusters.md',
      },
      {
        want: 'Check whether a cluster is ready for Kata',
        commands: ['osc.cluster.check'],
        also: '`osc-tools preflight`',
        page: 'preflight.md',
      },
      {
        want: 'Install, update, or uninstall Kata',
        commands: ['osc.kata.install', 'osc.kata.update', 'osc.kata.uninstall', 'osc.runbook.create'],
        page: 'procedures.md',
      },
      {
        want: 'Configure peer pods, the log level, and nodes',
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
    'Troubleshooting',
    [
      {
        want: 'Explain a status',
        commands: ['osc.status.explain'],
        also: '`osc-tools explain`',
        page: 'explain.md',
      },
      {
        want: 'Read the logs of a node or a sandbox',
        commands: ['osc.logs.show', 'osc.logs.ofPod', 'osc.logs.openFile'],
        page: 'logs.md',
      },
      { want: 'Show metrics over time', commands: ['osc.metrics.show', 'osc.metrics.query'], page: 'metrics.md' },
      {
        want: 'Collect a must-gather',
        commands: ['osc.mustGather.collect', 'osc.mustGather.pack'],
        page: 'collect-must-gather.md',
      },
      {
        want: 'Analyze a must-gather',
        commands: ['osc.mustGather.open', 'osc.mustGather.report', 'osc.mustGather.compare'],
        also: '`osc-tools must-gather`',
        page: 'must-gather.md',
      },
    ],
  ],
];

/**
 * Returns the pages by path.
 * @param titles titles of commands in the Command Palette, by command ID
 */
export function guidePages(root: string, titles: ReadonlyMap<string, string>): Record<string, string> {
  return { 'docs/getting-started.md': gettingStarted(titles), 'docs/README.md': guide(root, titles) };
}

function gettingStarted(titles: ReadonlyMap<string, string>): string {
  const steps = tourSteps.map(({ title, text, commands, page }, index) =>
    [
      `## ${index + 1}. ${title}`,
      ...text,
      `Commands: ${named(commands, titles)}. For details, see [${page}](${page}).`,
    ].join('\n\n'),
  );
  return page([
    '# Getting started',
    `${tour.description} To follow these steps in VS Code, run ${named(['osc.tour.open'], titles)} from the Command Palette (F1).`,
    '![The tour in VS Code](images/tour-dark.png)',
    ...steps,
    '## Report a problem',
    `Run ${named(['osc.issue.report'], titles)}. The report contains the versions of the components. It contains no names, paths, addresses, or contents of your files and clusters. Review it before you copy it. For details of a problem, run ${named(['osc.log.show'], titles)}.`,
    'For all tasks, see the [guide](README.md).',
  ]);
}

function guide(root: string, titles: ReadonlyMap<string, string>): string {
  const listed = new Set(chapters.flatMap(([, wishes]) => wishes.map((wish) => wish.page)));
  const others = readdirSync(path.join(root, 'docs')).filter(
    (name) => name.endsWith('.md') && name !== 'README.md' && !listed.has(name),
  );
  return page([
    '# Guide',
    'This page lists tasks with the commands in the Command Palette (F1) and the pages that describe them.',
    ...chapters.flatMap(([chapter, wishes]) => [`## ${chapter}`, wishes.map((wish) => line(wish, titles)).join('\n')]),
    '## Other pages',
    [...others.toSorted().map((name) => `- [${heading(root, name)}](${name})`), '- [Changelog](../CHANGELOG.md)'].join(
      '\n',
    ),
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
