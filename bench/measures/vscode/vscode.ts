/**
 * Measures the extension in a real VS Code: its activation, and the time from opening a file to the first diagnostics.
 * VS Code runs in a browser, so its extension host is a separate process.
 */
import { build } from 'esbuild';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { getNumber, getString } from '#core/common/json.ts';
import { bringChromium } from '#scripts/externalTools/chromium.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { startHost, type VscodeTestServer } from '#scripts/vscode/vscodeHost.ts';
import { installVscode } from '#scripts/vscode/vscodeInstall.ts';
import { calmSettings } from '#scripts/vscode/vscodeSettings.ts';
import { installPacked } from '#test/support/workbench/extensions/packedExtension.ts';
import { makeInput } from '../../driver/inputFiles.ts';
import type { Samples } from '../../report/samples.ts';
import { inTurn, type Measure } from '../measure.ts';
import { resultFile, type ProbeTask } from './probeTask.ts';

/** The rows of each task: time, and CPU time of the extension host. */
const tasks: readonly (readonly [task: ProbeTask, time: string, cpu: string])[] = [
  ['activate', 'vscode-activate', 'vscode-activate-cpu'],
  ['open', 'vscode-open', 'vscode-open-cpu'],
  ['openWithOthers', 'vscode-others', 'vscode-others-cpu'],
];

/**
 * Prevents VS Code from opening JSON files when a window opens, because they activate the extension. VS Code 1.139
 * loads its list of language models (`chatLanguageModels.json`) in each window, and replaces an older value of
 * `autoUpdate` in the settings file.
 */
const settings = {
  ...calmSettings,
  'extensions.autoUpdate': 'off',
  'files.associations': { 'chatLanguageModels.json': 'plaintext' },
};

/** Maximum number of repetitions, because each window takes several seconds. */
const most = 7;
/** Maximum time of a window in milliseconds. */
const patience = 60_000;

export const vscode: Measure = {
  name: 'vscode',
  async run(samples, repetitions) {
    const home = mkdtempSync(path.join(tmpdir(), 'osc-bench-vscode-'));
    const installation = await installVscode(console.log);
    await installPacked(installation, home, true);
    const host = await startHost({
      installation,
      home,
      port: 0,
      settings,
      args: ['--vscode-option', 'enable-smoke-test-driver'],
    });
    const browser = await chromium.launch({
      executablePath: await bringChromium(console.log),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const probe = await buildProbe(home);
      // The first windows fill the caches of the browser and of VS Code.
      for (const task of tasks) await measureTask({ home, host, browser, probe }, task, undefined);
      for (let repetition = 0; repetition < Math.min(most, repetitions); repetition += 1)
        for (const task of inTurn(tasks, repetition)) await measureTask({ home, host, browser, probe }, task, samples);
    } finally {
      await browser.close();
      await host.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

interface Parts {
  readonly home: string;
  readonly host: VscodeTestServer;
  readonly browser: Browser;
  /** Path of the bundled probe. */
  readonly probe: string;
}

async function buildProbe(home: string): Promise<string> {
  const outfile = path.join(home, 'probe/probe.cjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'probe.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return outfile;
}

/** Opens a window in which the probe runs, and adds its values. */
async function measureTask(
  { home, host, browser, probe }: Parts,
  [task, timeRow, cpuRow]: (typeof tasks)[number],
  samples: Samples | undefined,
): Promise<void> {
  // The probe reads the task from the path. In a folder that was open before, VS Code would open the same files.
  mkdirSync(path.join(home, task), { recursive: true });
  const folder = mkdtempSync(path.join(home, task, 'workspace-'));
  writeFileSync(path.join(folder, 'kataconfig.yaml'), makeInput('file:///kataconfig.yaml', 1).item.text);
  const page = await browser.newPage();
  let exit: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => (exit = resolve));
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.exposeFunction('codeAutomationExit', () => exit());
  const timer = setTimeout(() => exit(), patience);
  // VS Code runs probes only for an extension in development. The measured extension is the installed package.
  const payload = [
    ['extensionDevelopmentPath', host.remoteUri(path.join(repositoryRoot, 'test/electron/host'))],
    ['extensionTestsPath', host.remoteUri(probe)],
    ['skipWelcome', 'true'],
  ] as const;
  await page.goto(host.windowUrl({ folder, payload }), { waitUntil: 'commit' });
  await exited;
  clearTimeout(timer);
  await page.close();
  const result = readResult(path.join(folder, resultFile));
  const [time, cpu, others] = [getNumber(result, 'time'), getNumber(result, 'cpu'), getNumber(result, 'others')];
  if (time === undefined || cpu === undefined)
    throw new Error(`The probe failed: ${getString(result, 'problem') ?? 'VS Code ended without a result.'}`);
  if (task === 'openWithOthers' && others !== 10) throw new Error(`Only ${others} other extensions are active.`);
  samples?.add(timeRow, 'ours', time);
  samples?.add(cpuRow, 'ours', cpu);
}

function readResult(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}
