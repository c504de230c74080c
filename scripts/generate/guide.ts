/**
 * Generates docs/getting-started.md from the tour, and docs/README.md, which lists all pages by kind, and tasks with
 * their commands as titled in the Command Palette.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GuidePage } from './commandsPage.ts';
import { createPage } from './markdown.ts';
import { titleOf, tour, tourSteps } from './tour.ts';

interface Task {
  /** Task in the reader's words. */
  readonly want: string;
  readonly commands?: readonly string[];
  /** Executables, settings, and other ways, as Markdown. */
  readonly also?: string;
  /** Page in docs/ that describes the task. */
  readonly page: string;
}

const chapters: readonly (readonly [chapter: string, tasks: readonly Task[]])[] = [
  [
    'Get started',
    [
      {
        want: 'Try the extension without a cluster',
        commands: ['osc.tour.open', 'osc.demo.start'],
        page: 'getting-started.md',
      },
      { want: 'Use kubectl with a simulated cluster', also: '`osc-tools simulate`', page: 'simulator.md' },
      { want: 'Use a remote window', also: 'SSH, WSL, dev containers, Dev Spaces', page: 'remote.md' },
      { want: 'Select the language', also: '_Configure Display Language_', page: 'languages.md' },
      { want: 'Verify a downloaded release', also: '`gh attestation verify`', page: 'verify-release.md' },
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
      { want: 'Configure Kata', also: '`configuration.toml` files and MachineConfigs', page: 'kata-configuration.md' },
      { want: 'Write PromQL queries and alerts', also: '`.promql` files and PrometheusRules', page: 'promql.md' },
      { want: 'Check files in CI', also: '`osc-tools lint`', page: 'command-line.md' },
      {
        want: 'Select the OSC release for checks, and compare releases',
        commands: ['osc.release.select'],
        also: '`osc-tools release diff`',
        page: 'releases.md',
      },
      {
        want: 'Check files for a Kata version',
        also: '`osc.kataVersion`, `osc-tools lint --kata-version`',
        page: 'manifests.md',
      },
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
        want: 'List the pods that use Kata, in all namespaces or in some',
        commands: ['osc.workload.find', 'osc.workload.group', 'osc.cluster.setNamespaceFilter'],
        also: '`osc-tools status --workloads`',
        page: 'clusters.md',
      },
      {
        want: 'Find out which permissions you need',
        commands: ['osc.cluster.showPermissions'],
        also: '`osc-tools rights`',
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
        want: 'Compare files or folders with a cluster, and apply them',
        commands: ['osc.file.compare', 'osc.folder.compare', 'osc.file.apply', 'osc.folder.apply'],
        also: '`osc-tools diff`',
        page: 'procedures.md',
      },
      {
        want: 'Delete a pod, restart or scale a workload, or cordon a node',
        commands: ['osc.pod.delete', 'osc.workload.restart', 'osc.workload.scale', 'osc.node.cordon'],
        page: 'procedures.md',
      },
      {
        want: 'Wait for an installation or uninstall in a script',
        also: '`osc-tools status`, `osc-tools wait`',
        page: 'command-line.md',
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
        want: 'Show the events of an object, or describe it',
        commands: ['osc.object.showEvents', 'osc.object.describeAny'],
        also: '`osc-tools events`, `osc-tools describe`',
        page: 'clusters.md',
      },
      {
        want: 'Read the logs of a pod, a node, or a sandbox',
        commands: ['osc.logs.show', 'osc.logs.showPods', 'osc.logs.ofPod', 'osc.logs.openFile'],
        page: 'logs.md',
      },
      {
        want: 'Open a shell in a container or on a node',
        commands: ['osc.terminal.open', 'osc.terminal.nodeShell'],
        page: 'terminals.md',
      },
      { want: 'Show metrics over time', commands: ['osc.metrics.show', 'osc.metrics.query'], page: 'metrics.md' },
      {
        want: 'Collect a must-gather',
        commands: ['osc.mustGather.collect', 'osc.mustGather.bundle', 'osc.mustGather.pack'],
        page: 'collect-must-gather.md',
      },
      {
        want: 'Analyze a must-gather',
        commands: ['osc.mustGather.open', 'osc.mustGather.report', 'osc.mustGather.compare'],
        also: '`osc-tools must-gather`',
        page: 'must-gather.md',
      },
      {
        want: 'Find the cause of a problem in Volcengine edge hosting',
        commands: ['osc.edge.openFiles', 'osc.edge.readService'],
        page: 'edge.md',
      },
      { want: 'Let an AI assistant find the cause', also: '`osc-tools mcp`', page: 'assistants.md' },
    ],
  ],
];

const taskFiles: ReadonlySet<string> = new Set(chapters.flatMap(([, tasks]) => tasks.map(({ page }) => page)));

/** Reference pages, with their titles. */
const reference: readonly (readonly [file: string, title: string])[] = [
  ['commands.md', 'Commands of the extension'],
  ['settings.md', 'Settings'],
  ['command-line-reference.md', 'Commands of `osc-tools`'],
  ['rules/README.md', 'Rules'],
  ['glossary.md', 'Glossary'],
  ['conformance.md', 'Conformance of the Rego evaluator'],
  ['api-servers.md', 'Findings and API servers'],
  ['kubernetes-field-checks.md', 'Kubernetes field checks compared with API servers'],
  ['../CHANGELOG.md', 'Changelog'],
];

/** Pages that describe how the product works and what it doesn't do, with their titles. */
const explanation: readonly (readonly [file: string, title: string])[] = [
  ['limitations.md', 'Known limitations'],
  ['security.md', 'Security'],
  ['performance.md', 'Performance'],
  ['accessibility.md', 'Accessibility'],
  ['web.md', 'VS Code for the Web'],
  ['../ARCHITECTURE.md', 'Architecture'],
];

/**
 * Returns the pages by path.
 * @param titles titles of commands in the Command Palette, by command ID
 * @throws Error if the guide doesn't contain a page of docs/
 */
export function guidePages(root: string, titles: ReadonlyMap<string, string>): Record<string, string> {
  const files = [...taskFiles, ...[...reference, ...explanation].map(([file]) => file)];
  for (const name of readdirSync(path.join(root, 'docs')))
    if (name.endsWith('.md') && name !== 'README.md' && !files.includes(name))
      throw new Error(`docs/${name} must be in scripts/generate/guide.ts`);
  const started = gettingStarted(root, titles);
  return { 'docs/getting-started.md': started, 'docs/README.md': guide(root, started, titles) };
}

/**
 * Returns the pages that describe tasks, in the order of the guide.
 * @param generated generated pages by path, which might be newer than on disk
 */
export function taskPages(root: string, generated: Readonly<Record<string, string>>): readonly GuidePage[] {
  return Array.from(taskFiles)
    .filter((file) => !reference.some(([other]) => other === file))
    .map((file) => {
      const text = generated[`docs/${file}`] ?? readPage(root, file);
      return { file, text, title: pageTitle(text) ?? file };
    });
}

function readPage(root: string, file: string): string {
  return readFileSync(path.join(root, 'docs', file), 'utf8');
}

function pageTitle(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1];
}

/** Returns a link with the title of the page. */
function linkTo(page: string, text: string): string {
  return `[${pageTitle(text) ?? page}](${page})`;
}

function gettingStarted(root: string, titles: ReadonlyMap<string, string>): string {
  const steps = tourSteps.map(({ title, text, commands, page }, index) =>
    [
      `## ${index + 1}. ${title}`,
      `${commands.length === 1 ? 'Command' : 'Commands'}: ${named(commands, titles)}`,
      ...text,
      `For details, see ${linkTo(page, readPage(root, page))}.`,
    ].join('\n\n'),
  );
  return createPage([
    '# Getting started',
    `${tour.description} Kata is the runtime that runs pods in virtual machines. The [glossary](glossary.md) explains the other terms.`,
    `To follow these steps in VS Code, run ${named(['osc.tour.open'], titles)} from the Command Palette (F1). If you follow them on this page, run the commands of each step from the Command Palette. The first command starts the step.`,
    '![The tour in VS Code](images/tour-dark.png)',
    ...steps,
    '## Report a problem',
    [
      `1. Run ${named(['osc.issue.report'], titles)} from the Command Palette. A report opens. It contains versions and the names of the settings that you changed. It contains no names, paths, addresses, or contents of your files and clusters.`,
      '2. Review the report, and then copy it.',
      `3. To see the details of a problem, open the log of the extension with ${named(['osc.log.show'], titles)}.`,
    ].join('\n'),
    '## Next steps',
    'The [guide](README.md) lists all tasks with their commands.',
  ]);
}

/** @param started text of the page Getting started, which might be newer than on disk */
function guide(root: string, started: string, titles: ReadonlyMap<string, string>): string {
  const links = (pages: typeof reference) => pages.map(([file, title]) => `- [${title}](${file})`).join('\n');
  const textOf = (page: string) => (page === 'getting-started.md' ? started : readPage(root, page));
  return createPage([
    '# Guide',
    'This page lists the documentation of the VS Code extension and of the command-line tool `osc-tools`. Start with the tutorial, or find your task.',
    '## Tutorial',
    '[Getting started](getting-started.md): use the extension for 10 minutes without a cluster.',
    '## Tasks',
    'Each task lists its commands and the page that describes it. Commands in italics are in the Command Palette (F1) of VS Code. Commands of `osc-tools` run in a terminal.',
    ...chapters.flatMap(([chapter, tasks]) => [
      `### ${chapter}`,
      tasks.map((task) => describeTask(task, linkTo(task.page, textOf(task.page)), titles)).join('\n'),
    ]),
    '## Reference',
    links(reference),
    '## Explanation',
    links(explanation),
  ]);
}

function describeTask({ want, commands = [], also }: Task, link: string, titles: ReadonlyMap<string, string>): string {
  const ways = [...(commands.length === 0 ? [] : [named(commands, titles)]), ...(also === undefined ? [] : [also])];
  return `- **${want}**: ${ways.join(', ')}. See ${link}.`;
}

function named(commands: readonly string[], titles: ReadonlyMap<string, string>): string {
  return commands.map((command) => `_${titleOf(titles, command)}_`).join(', ');
}
