/** For each file of workbench tests: one VS Code with the packaged extension, one browser; for each test a window on a folder of its own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { chromium, type BrowserContext } from 'playwright-core';
import { bringChromium } from '../../../scripts/lib/chromium.ts';
import { root } from '../../../scripts/lib/run.ts';
import { extensionsFolder, startHost, type Host } from '../../../scripts/lib/vscodeHost.ts';
import { installVscode } from '../../../scripts/lib/vscodeInstall.ts';
import { testSettings, type VscodeSettings } from '../../../scripts/lib/vscodeSettings.ts';
import { installPacked } from './packedExtension.ts';
import { openWindow, type OpenWindow, type Play, type WindowContents } from './window.ts';

export interface SessionOptions {
  readonly settings?: VscodeSettings;
  /** Folders of further extensions, as unpacked. */
  readonly extensions?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another form of ours is among `extensions`: the packaged one is not installed. */
  readonly withoutPacked?: boolean;
  /** Whether folders have to be trusted first, as for everybody else. */
  readonly trust?: boolean;
  /** Languages that a browser may ask for; see vscodeHost.ts. */
  readonly languages?: readonly string[];
}

export interface Session {
  readonly host: Host;
  /** The browser, with nothing kept from an earlier file of tests. */
  readonly context: BrowserContext;
  /** Where VS Code keeps its settings, logs and extensions. */
  readonly home: string;
  /** Plays a test in a window of its own, and closes it; see window.ts. */
  window(name: string, contents: WindowContents, play: Play): Promise<void>;
  /** Opens a window that whoever asked for it closes. */
  open(name: string, contents: WindowContents): Promise<OpenWindow>;
  /** Ends everything and removes what was made. */
  stop(): Promise<void>;
}

/** No sandbox: tests run as root, in containers, and open only what they serve themselves. */
export const chromiumArguments: readonly string[] = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];

export const viewport = { width: 1280, height: 800 };

/** Code that Node has compiled, kept from one file of tests to the next. Nothing of the browser is kept: a service worker of an earlier one would answer. */
const compiled = path.join(root, 'test-results/cache/node');

/** The session of a file of tests: begins before them, ends after them. */
export function useSession(options: () => SessionOptions | Promise<SessionOptions> = () => ({})): () => Session {
  let session: Session | undefined;
  before(async () => {
    session = await startSession(await options());
  });
  after(() => session?.stop());
  return () => {
    if (session === undefined) throw new Error('VS Code did not start');
    return session;
  };
}

/** Installs what is missing, packs the extension, and starts VS Code and the browser. */
async function startSession({
  settings = testSettings,
  extensions = {},
  args = [],
  env = {},
  withoutPacked = false,
  trust = false,
  languages = [],
}: SessionOptions): Promise<Session> {
  const installation = await installVscode(console.log);
  const executablePath = await bringChromium(console.log);
  const home = mkdtempSync(path.join(tmpdir(), 'osc-session-'));
  const undo: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    // Before ours is installed: from then on VS Code keeps a list, and takes no folder that is not on it.
    for (const [name, folder] of Object.entries(extensions)) cpSync(folder, path.join(extensionsFolder(home), name), { recursive: true });
    if (!withoutPacked) await installPacked(installation, home, Object.keys(extensions).length === 0);
    // A server that nobody stopped ends by itself.
    const host = await startHost({
      installation,
      home,
      port: 0,
      settings,
      args: ['--idle-timeout-seconds=180', ...args],
      env: { NODE_COMPILE_CACHE: compiled, ...env },
      trust,
      languages,
    });
    undo.push(() => host.stop());
    const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
    undo.push(() => browser.close());
    const context = await browser.newContext({ viewport, deviceScaleFactor: 1, permissions: ['clipboard-read', 'clipboard-write'] });
    const open = (name: string, contents: WindowContents) => openWindow(host, context, name, contents);
    return {
      host,
      context,
      home,
      stop,
      open,
      async window(name, contents, play) {
        const opened = await open(name, contents);
        try {
          await opened.play(name, play);
        } finally {
          await opened.close();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
