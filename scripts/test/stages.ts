/** The stages of npm test, in the order in which a mistake is cheapest to find. */
import { tool } from '../lib/run.ts';
import { bringCodeServer, bringBrowser, type Requirement } from './tools.ts';

export interface Stage {
  readonly name: string;
  /** Describes the stage in the output and in the help text. */
  readonly title: string;
  /** Folders with the test files. Empty for a stage that runs commands instead. */
  readonly folders: readonly string[];
  /** Arguments of the Node processes that a stage without test files runs. */
  readonly commands: readonly (readonly string[])[];
  /** Whether the tests run the bundles in dist/, so that the build must run first. */
  readonly needsBundles: boolean;
  /** Number of processes that run at the same time. */
  readonly processes: number;
  /** True if one process runs many files and loads the sources once. Otherwise, each file has its own process. */
  readonly sharesProcesses: boolean;
  /** The weights of the shares that the files are dealt into, if one process runs many files. A process that has finished its share takes the next one. */
  readonly shares: readonly number[];
  /** The stage whose second process starts after this one, if both are selected. Its first process needs little more than one CPU. */
  readonly runsBeside: string | undefined;
  /** Whether `--changed` runs this stage if no stage is named: its tests are quick, and imports show which of them a change affects. */
  readonly runsOnChange: boolean;
  /** Tools that every file of the stage needs: without them, the stage is skipped. */
  readonly requirements: readonly Requirement[];
}

const anyStage = { processes: 2, sharesProcesses: false, shares: [1, 1], runsBeside: undefined, runsOnChange: false, requirements: [] };
const commandStage = { ...anyStage, folders: [], needsBundles: false };
const testStage = { ...anyStage, commands: [], needsBundles: true };
/** Its tests need no editor. */
const besideEditor = { ...testStage, runsBeside: 'workbench' };

export const stages: readonly Stage[] = [
  {
    ...commandStage,
    name: 'lint',
    title: 'Formatting, lint, types, generated files, checksums of dependencies',
    commands: [
      [tool('oxfmt/bin/oxfmt'), '--check'],
      [tool('oxlint/bin/oxlint'), '--type-aware', '--max-warnings', '0'],
      [tool('typescript/bin/tsc'), '-p', '.'],
      [tool('typescript/bin/tsc'), '-p', 'client/src/webview/pages'],
      ['scripts/generate/index.ts', '--check'],
      ['scripts/checkLockFiles.ts'],
    ],
  },
  { ...commandStage, name: 'build', title: 'Bundles within their size budgets', commands: [['esbuild.mjs']] },
  {
    ...testStage,
    name: 'unit',
    title: 'Unit tests and rule examples',
    folders: ['test/unit', 'test/rules'],
    needsBundles: false,
    sharesProcesses: true,
    runsOnChange: true,
  },
  { ...besideEditor, name: 'cli', title: 'The command line', folders: ['test/cli'], runsOnChange: true },
  { ...besideEditor, name: 'lsp', title: 'The language server over stdio', folders: ['test/lsp'], runsOnChange: true },
  { ...besideEditor, name: 'fuzz', title: 'Mutated documents and hostile input', folders: ['test/fuzz'] },
  {
    ...besideEditor,
    name: 'contract',
    title: "The simulator's API, compared with kubectl and Prometheus",
    folders: ['test/contract'],
    needsBundles: false,
  },
  {
    ...testStage,
    name: 'workbench',
    title: 'VS Code in a browser',
    folders: ['test/workbench'],
    // The files of a share use one browser and the same VS Code servers: see test/support/workbench/session.ts.
    sharesProcesses: true,
    // Small ones at the end, so that the processes end at about the same time.
    shares: [6, 5, 4, 3, 2, 1, 1],
    requirements: [bringBrowser, bringCodeServer],
  },
];
