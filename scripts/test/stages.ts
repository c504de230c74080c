/** Defines the stages of npm test, in the order in which they run. Faster stages run first. */
import { tool } from '../lib/run.ts';
import { bringCodeServer, bringBrowser, type Requirement } from './requirements.ts';

export interface Stage {
  readonly name: string;
  /** Description of the stage in the output and in the help text. */
  readonly title: string;
  /** Folders with the test files. Empty for a stage that runs commands instead. */
  readonly folders: readonly string[];
  /** Arguments of the Node processes that a stage without test files runs. */
  readonly commands: readonly (readonly string[])[];
  /** True if the tests run the bundles in dist/, so that the build must run first. */
  readonly needsBundles: boolean;
  /** Number of parallel processes. */
  readonly processes: number;
  /** True if each process runs many files. Otherwise, each file has its own process. */
  readonly sharesProcesses: boolean;
  /**
   * Weights of the shares of the files, if each process runs many files. Each share has its own process. Small shares
   * come last, so that parallel processes finish at about the same time.
   */
  readonly shares: readonly number[];
  /**
   * Stage that this stage runs in parallel with, if both are selected. The workbench tests wait for VS Code most of the
   * time, so three processes on two CPUs are faster than two.
   */
  readonly runsBeside: string | undefined;
  /**
   * True if `--changed` runs this stage when no stage is named. Its tests are quick, and imports show which tests a
   * change affects.
   */
  readonly runsOnChange: boolean;
  /**
   * Folder that describes the failures of the stage. Deleted before the stage runs, so that it doesn't contain failures
   * of an earlier run.
   */
  readonly evidence: string | undefined;
  /**
   * Functions that install the tools that every file of the stage requires. If a tool is missing, the stage is skipped.
   */
  readonly requirements: readonly Requirement[];
}

/** Folders whose imports the lint stage checks. */
const sourceFolders = [
  'core',
  'server',
  'client',
  'gather',
  'redactionParsers',
  'simulator',
  'scripts',
  'bench',
  'test',
];

const anyStage = {
  processes: 2,
  sharesProcesses: false,
  shares: [1, 1],
  runsBeside: undefined,
  runsOnChange: false,
  evidence: undefined,
  requirements: [],
};
const commandStage = { ...anyStage, folders: [], needsBundles: false };
const testStage = { ...anyStage, commands: [], needsBundles: true };
/**
 * Defaults for stages that run in parallel with the workbench tests. Their tests use few resources, because they start
 * no editor.
 */
const besideEditor = { ...testStage, runsBeside: 'workbench' };

export const stages: readonly Stage[] = [
  {
    ...commandStage,
    name: 'lint',
    title:
      'Formatting, lint, imports, unused code, types, generated files, texts, translations, checksums of dependencies',
    commands: [
      [tool('oxfmt/bin/oxfmt'), '--check'],
      [tool('oxlint/bin/oxlint'), '--type-aware', '--max-warnings', '0'],
      [tool('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.mjs', ...sourceFolders],
      [tool('knip/bin/knip.js')],
      [tool('typescript/bin/tsc'), '-p', '.'],
      [tool('typescript/bin/tsc'), '-p', 'client/src/webview/pages'],
      ['scripts/generate/index.ts', '--check'],
      ['scripts/checkText.ts'],
      ['scripts/l10nReport.ts', '--summary'],
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
    shares: [4, 3, 2, 1],
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
    // The files of a share use one browser and share VS Code servers. See test/support/workbench/session/session.ts.
    sharesProcesses: true,
    shares: [6, 5, 4, 3, 2, 1, 1],
    // See test/support/workbench/session/evidence.ts.
    evidence: 'test-results/failures',
    requirements: [bringBrowser, bringCodeServer],
  },
];
