/**
 * The browser and the VS Code servers of the workbench stage. All test files share one browser, and files with the same
 * options share a server. Each file starts with a new profile. If a file leaves changes on a server, the next file on
 * that server fails, and the error names both files.
 */
import { lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { languages } from '#server/l10n/locale.ts';
import { bringChromium } from '#scripts/externalTools/chromium.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { getExtensionsFolder, startHost, type VscodeTestServer } from '#scripts/vscode/vscodeHost.ts';
import { installVscode } from '#scripts/vscode/vscodeInstall.ts';
import { writtenLogs } from '#scripts/vscode/logModule.ts';
import { testSettings, type VscodeSettings } from '#scripts/vscode/vscodeSettings.ts';
import { differences, foldersOfFile, leakMessage, processesOf, readHomeState, type HomeState } from './homeState.ts';
import { inPod, podUser, type PodOptions } from '../../container/podProcess.ts';
import { installPacked } from '../extensions/packedExtension.ts';
import { until } from '../parts/step.ts';

/** Options of a VS Code server. Files with the same options share a server. */
export interface HostOptions {
  /** User settings, in addition to those of all tests. */
  readonly settings?: VscodeSettings;
  /** Functions that write more extensions into a folder, by the name of the folder. */
  readonly extensions?: Readonly<Record<string, (folder: string) => Promise<void> | void>>;
  /** True if the packaged extension isn't installed, because `extensions` contains a variant of it. */
  readonly withoutPacked?: boolean;
  /** True if workspace trust is enabled, as it is by default in VS Code. */
  readonly trust?: boolean;
  readonly args?: readonly string[];
  /**
   * Environment variables of the server. By default, `KUBECONFIG` is the path of `config` in the folder of kubeconfigs.
   * @param kube the folder of kubeconfigs
   */
  readonly env?: (kube: string) => Readonly<Record<string, string>>;
  /**
   * Runs the server as in a pod (`inPod`), without `KUBECONFIG` and with the read-only home folder `/`. It can write
   * only to its own folder. Tests that use this must be skipped if `withoutPods` is set.
   */
  readonly pod?: Pick<PodOptions, 'serviceAccount'>;
}

/** A server that a test file uses. */
export interface SharedHost {
  readonly host: VscodeTestServer;
  /** The folder in which VS Code stores settings, logs, and extensions. */
  readonly home: string;
  /** The folder of kubeconfigs. Processes of the server also use it as their home folder (HOME). */
  readonly kube: string;
}

interface Running extends SharedHost {
  readonly options: HostOptions;
  readonly pristine: HomeState;
  lastFile: string | undefined;
}

/**
 * Chromium runs without its sandbox, because tests run as root in containers and open only pages that they serve
 * themselves.
 */
const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
];

/** Node's compile cache, which all servers share. */
const compiled = path.join(repositoryRoot, 'test-results/cache/node');

/** Matches the command lines of server processes that continue after a window is closed. */
const lasting = /server-main|out\/node\/entry|--type=ptyHost|--type=fileWatcher|bootstrap-fork/;

class Hosts {
  readonly #running = new Map<string, Promise<Running>>();
  readonly #used = new WeakMap<SharedHost, Running>();
  #browser: Promise<Browser> | undefined;

  /** Returns the browser of the stage. Starts it on the first call. */
  browser(): Promise<Browser> {
    this.#browser ??= bringChromium(console.log).then((executablePath) =>
      chromium.launch({ executablePath, args: [...chromiumArguments] }),
    );
    return this.#browser;
  }

  /**
   * Returns the server with these options to a test file.
   * @throws if an earlier file left changes or processes on the server. The error names both files
   */
  async take(file: string, options: HostOptions): Promise<SharedHost> {
    const key = keyOf(options);
    const running = await (this.#running.get(key) ?? this.#start(key, options));
    const earlier = running.lastFile;
    running.lastFile = file;
    this.#used.set(running, running);
    if (earlier === undefined) return running;
    const left = leftBy(running);
    if (left.length > 0) {
      // Only this file fails. The next one uses a new server.
      this.#running.delete(key);
      await end(running);
      throw new Error(leakMessage(earlier, file, left));
    }
    return running;
  }

  /** Waits until the processes of a file have ended, and then resets the profile for the next file. */
  async giveBack(shared: SharedHost): Promise<void> {
    const { home } = shared;
    const state = async (): Promise<string> => leftProcesses(home).join('; ');
    await until(
      { does: 'wait until the processes of the windows end', expects: 'no extension host', state },
      async () => leftProcesses(home).length === 0,
    );
    const running = this.#used.get(shared);
    if (running !== undefined) reset(running);
  }

  /**
   * Stops the browser and all servers.
   * @throws if the last file of a server left changes or processes on it. The error names the file
   */
  async stop(): Promise<void> {
    await (await this.#browser)?.close();
    const messages: string[] = [];
    for (const starting of this.#running.values()) {
      const running = await starting.catch(() => undefined);
      if (running === undefined) continue;
      const left = leftBy(running);
      if (running.lastFile !== undefined && left.length > 0)
        messages.push(leakMessage(running.lastFile, undefined, left));
      await end(running);
    }
    if (messages.length > 0) throw new Error(messages.join('\n'));
  }

  #start(key: string, options: HostOptions): Promise<Running> {
    const starting = startRunning(options);
    this.#running.set(key, starting);
    // If the server doesn't start, the next file tries again.
    starting.catch(() => this.#running.delete(key));
    return starting;
  }
}

/** Stops a server and all processes that use its home folder. */
async function end({ host, home }: SharedHost): Promise<void> {
  await host.stop();
  for (const pid of processesOf(home).keys()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
  rmSync(home, { recursive: true, force: true });
}

async function startRunning(options: HostOptions): Promise<Running> {
  const { extensions = {}, withoutPacked = false, trust = false, args = [], env, pod } = options;
  const installation = await installVscode(console.log);
  const home = mkdtempSync(path.join(tmpdir(), 'osc-session-'));
  try {
    // Write the other extensions before VS Code installs the packaged one. After that, VS Code ignores folders that
    // aren't in its list of extensions.
    for (const [name, write] of Object.entries(extensions)) {
      const folder = path.join(getExtensionsFolder(home), name);
      mkdirSync(folder, { recursive: true });
      await write(folder);
    }
    if (!withoutPacked) await installPacked(installation, home, Object.keys(extensions).length === 0);
    const kube = path.join(home, 'kube');
    const hooks = path.join(home, 'hooks');
    // VS Code doesn't remove its sockets.
    const sockets = path.join(home, 'run');
    for (const folder of [hooks, sockets]) mkdirSync(folder, { mode: 0o700 });
    if (pod !== undefined) giveToPod(home);
    const host = await startHost({
      installation,
      home,
      port: 0,
      settings: settingsOf(options),
      args: [...endsSoon, ...args],
      env: {
        NODE_COMPILE_CACHE: compiled,
        XDG_RUNTIME_DIR: sockets,
        KUBECONFIG: path.join(kube, 'config'),
        HOME: kube,
        ...writtenLogs(hooks),
        ...env?.(kube),
      },
      trust,
      languages: languages.slice(1),
      ...(pod === undefined ? {} : { wrap: (command) => withRootAsHome(command, { ...pod, writable: [home] }) }),
    });
    const shared = { host, home, kube, options };
    reset(shared);
    return { ...shared, pristine: readHomeState(home), lastFile: undefined };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Time limits in seconds. If a run is killed, its server exits after the idle timeout. On a busy computer, a window can
 * close without notifying the server. The server then keeps the extension host of the window for the grace time, which
 * is three hours by default.
 */
const endsSoon = ['--idle-timeout-seconds=1800', '--reconnection-grace-time=5'] as const;

/** The theme follows the browser, so that tests can change it while an open list or dialog prevents commands. */
const followBrowser: VscodeSettings = {
  'window.autoDetectColorScheme': true,
  'workbench.preferredLightColorTheme': 'Default Light Modern',
  'workbench.preferredDarkColorTheme': 'Default Dark Modern',
};

function settingsOf({ settings = {} }: HostOptions): VscodeSettings {
  return { ...testSettings, ...followBrowser, ...settings };
}

/** Resets the profile and the kubeconfigs to their state at the start of a file. */
function reset({ home, kube, options }: SharedHost & { readonly options: HostOptions }): void {
  for (const folder of foldersOfFile) rmSync(path.join(home, folder), { recursive: true, force: true });
  mkdirSync(kube, { recursive: true });
  const user = path.join(home, 'user-data/User');
  mkdirSync(user, { recursive: true });
  writeFileSync(path.join(user, 'settings.json'), JSON.stringify(settingsOf(options), null, 2));
  // If this file is missing, VS Code ignores the language of the browser and uses English.
  writeFileSync(path.join(user, 'argv.json'), '{}');
  if (options.pod !== undefined) for (const folder of ['user-data', 'kube']) giveToPod(path.join(home, folder));
}

/**
 * Returns the command that runs a command in a pod without a kubeconfig. The home folder is the one that container
 * runtimes set for unknown users. code-server doesn't start without one.
 */
function withRootAsHome(command: readonly string[], pod: PodOptions): readonly [string, ...string[]] {
  return inPod(['env', '-u', 'KUBECONFIG', 'HOME=/', ...command], { ...pod, readOnlyRoot: true });
}

/** Makes the user of pods the owner of a folder and everything in it. */
function giveToPod(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['', ...names]) lchownSync(path.join(folder, name), podUser.uid, podUser.gid);
}

/** Describes the changes and processes that remain on a server after a file. */
function leftBy({ home, pristine }: Running): readonly string[] {
  return [...differences(pristine, readHomeState(home)), ...leftProcesses(home)];
}

function leftProcesses(home: string): readonly string[] {
  return [...processesOf(home).values()]
    .filter((line) => !lasting.test(line) || line.includes('--type=extensionHost'))
    .map((line) => `the process ${line.slice(0, 200)} is still running`);
}

/** Returns the key of a server. Files with the same key share the server. */
function keyOf({ settings, extensions = {}, withoutPacked, trust, args, env, pod }: HostOptions): string {
  const writers = Object.entries(extensions).map(([name, write]) => [name, numberOf(write)]);
  return JSON.stringify([settings, writers, withoutPacked, trust, args, env?.('/kube'), pod]);
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Returns the same number for the same function, because functions with the same text can write different files. */
function numberOf(write: object): number {
  const number = numbers.get(write) ?? ++lastNumber;
  numbers.set(write, number);
  return number;
}

/** The servers and the browser of this process. All test files of a share run in the same process. */
export const hosts = new Hosts();

after(() => hosts.stop());
