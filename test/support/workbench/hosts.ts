/**
 * The browser and the VS Code servers of the workbench stage. All test files share one browser, and files with the same options share a server.
 * Each file begins with a fresh profile; what an earlier file has left on the server fails the next one, and the error names both.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { languages } from '../../../server/src/language.ts';
import { bringChromium } from '../../../scripts/lib/chromium.ts';
import { root } from '../../../scripts/lib/run.ts';
import { extensionsFolder, startHost, type Host } from '../../../scripts/lib/vscodeHost.ts';
import { installVscode } from '../../../scripts/lib/vscodeInstall.ts';
import { writtenLogs } from '../../../scripts/lib/writtenLogs.ts';
import { testSettings, type VscodeSettings } from '../../../scripts/lib/vscodeSettings.ts';
import { differences, foldersOfFile, leakMessage, processesOf, readHomeState, type HomeState } from './homeState.ts';
import { installPacked } from './packedExtension.ts';
import { until } from './step.ts';

/** What makes a VS Code server different from others. Files with the same options share one. */
export interface HostOptions {
  /** Settings of the user besides those of all tests. */
  readonly settings?: VscodeSettings;
  /** Further extensions by the name of their folder: each function writes its extension into the folder that it is given. */
  readonly extensions?: Readonly<Record<string, (folder: string) => Promise<void> | void>>;
  /** Another form of this extension is among `extensions`: the packaged one is not installed. */
  readonly withoutPacked?: boolean;
  /** Whether users must trust a folder first, as they must outside of tests. */
  readonly trust?: boolean;
  readonly args?: readonly string[];
  /** Variables of the server's environment. `KUBECONFIG` names `config` in the folder of kubeconfigs unless it is set here. @param kube that folder */
  readonly env?: (kube: string) => Readonly<Record<string, string>>;
}

/** A server that a test file uses. */
export interface SharedHost {
  readonly host: Host;
  /** Where VS Code keeps its settings, logs and extensions. */
  readonly home: string;
  /** The folder of kubeconfigs, which is also the home folder of what the server runs. */
  readonly kube: string;
}

interface Running extends SharedHost {
  readonly options: HostOptions;
  readonly pristine: HomeState;
  lastFile: string | undefined;
}

/** No sandbox: tests run as root, in containers, and open only what they serve themselves. */
export const chromiumArguments: readonly string[] = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];

/** Code that Node has compiled, kept from one server to the next. */
const compiled = path.join(root, 'test-results/cache/node');

/** Processes of a server that live longer than a window. */
const lasting = /server-main|out\/node\/entry|--type=ptyHost|--type=fileWatcher|bootstrap-fork/;

class Hosts {
  readonly #running = new Map<string, Promise<Running>>();
  readonly #used = new WeakMap<SharedHost, Running>();
  #browser: Promise<Browser> | undefined;

  /** The browser of the stage. */
  browser(): Promise<Browser> {
    this.#browser ??= bringChromium(console.log).then((executablePath) => chromium.launch({ executablePath, args: [...chromiumArguments] }));
    return this.#browser;
  }

  /**
   * Gives a test file the server with these options.
   * @throws when an earlier file has left something on it: the error names both files
   */
  async take(file: string, options: HostOptions): Promise<SharedHost> {
    const key = keyOf(options);
    const running = await (this.#running.get(key) ?? this.#start(key, options));
    const earlier = running.lastFile;
    running.lastFile = file;
    this.#used.set(running, running);
    if (earlier === undefined) return running;
    const left = [...differences(running.pristine, readHomeState(running.home)), ...leftProcesses(running.home)];
    if (left.length > 0) {
      // One file fails for it. The next one gets a new server.
      this.#running.delete(key);
      await end(running);
      throw new Error(leakMessage(earlier, file, left));
    }
    return running;
  }

  /** Takes a server back: removes the profile of the file, and waits until its processes have ended. */
  async giveBack(shared: SharedHost): Promise<void> {
    const { home } = shared;
    const state = async (): Promise<string> => leftProcesses(home).join('; ');
    await until(
      { does: 'wait for the processes of the window', expects: 'no process of an extension host', state },
      async () => leftProcesses(home).length === 0,
    );
    const running = this.#used.get(shared);
    if (running !== undefined) reset(running);
  }

  async stop(): Promise<void> {
    await (await this.#browser)?.close();
    for (const starting of this.#running.values()) {
      const running = await starting.catch(() => undefined);
      if (running !== undefined) await end(running);
    }
  }

  #start(key: string, options: HostOptions): Promise<Running> {
    const starting = startRunning(options);
    this.#running.set(key, starting);
    // The next file starts another one.
    starting.catch(() => this.#running.delete(key));
    return starting;
  }
}

/** Ends a server and all that was started from its home. */
async function end({ host, home }: SharedHost): Promise<void> {
  await host.stop();
  for (const pid of processesOf(home).keys()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  rmSync(home, { recursive: true, force: true });
}

async function startRunning(options: HostOptions): Promise<Running> {
  const { extensions = {}, withoutPacked = false, trust = false, args = [], env } = options;
  const installation = await installVscode(console.log);
  const home = mkdtempSync(path.join(tmpdir(), 'osc-session-'));
  try {
    // Before ours is installed: from then on VS Code keeps a list, and takes no folder that is not on it.
    for (const [name, write] of Object.entries(extensions)) {
      const folder = path.join(extensionsFolder(home), name);
      mkdirSync(folder, { recursive: true });
      await write(folder);
    }
    if (!withoutPacked) await installPacked(installation, home, Object.keys(extensions).length === 0);
    const kube = path.join(home, 'kube');
    const hooks = path.join(home, 'hooks');
    // VS Code doesn't remove its sockets.
    const sockets = path.join(home, 'run');
    for (const folder of [hooks, sockets]) mkdirSync(folder, { mode: 0o700 });
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
 * If a run is killed, its server exits after the first time. The second is how long VS Code keeps the extension host of a window that has not said goodbye:
 * on a busy machine, a window that is closed may not get around to it, and the default is three hours.
 */
const endsSoon = ['--idle-timeout-seconds=1800', '--reconnection-grace-time=5'] as const;

/** The theme follows the browser: tests change it while a list or a dialog is open, where no command can be run. */
const followBrowser: VscodeSettings = {
  'window.autoDetectColorScheme': true,
  'workbench.preferredLightColorTheme': 'Default Light Modern',
  'workbench.preferredDarkColorTheme': 'Default Dark Modern',
};

function settingsOf({ settings = {} }: HostOptions): VscodeSettings {
  return { ...testSettings, ...followBrowser, ...settings };
}

/** Makes the profile and the kubeconfigs what they are at the start of a file. */
function reset({ home, kube, options }: SharedHost & { readonly options: HostOptions }): void {
  for (const folder of foldersOfFile) rmSync(path.join(home, folder), { recursive: true, force: true });
  mkdirSync(kube, { recursive: true });
  const user = path.join(home, 'user-data/User');
  mkdirSync(user, { recursive: true });
  writeFileSync(path.join(user, 'settings.json'), JSON.stringify(settingsOf(options), null, 2));
  // Without this file VS Code speaks English, whatever a browser asks for.
  writeFileSync(path.join(user, 'argv.json'), '{}');
}

function leftProcesses(home: string): readonly string[] {
  return [...processesOf(home).values()]
    .filter((line) => !lasting.test(line) || line.includes('--type=extensionHost'))
    .map((line) => `the process ${line.slice(0, 200)} still runs`);
}

/** Two files with the same key share a server. */
function keyOf({ settings, extensions = {}, withoutPacked, trust, args, env }: HostOptions): string {
  return JSON.stringify([settings, Object.keys(extensions), withoutPacked, trust, args, env?.('/kube')]);
}

/** The servers and the browser of this process. The runner starts one process for the whole stage. */
export const hosts = new Hosts();

after(() => hosts.stop());
