/** For each file of workbench tests: one VS Code with the packaged extension, one browser; for each test a window on a folder of its own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { bringChromium } from '../../../scripts/lib/chromium.ts';
import { extensionsFolder, installExtension, startHost, type Host } from '../../../scripts/lib/vscodeHost.ts';
import { installVscode } from '../../../scripts/lib/vscodeInstall.ts';
import { testSettings, type VscodeSettings } from '../../../scripts/lib/vscodeSettings.ts';
import { packedExtension } from './packedExtension.ts';
import { playInWindow, type WindowContents } from './window.ts';
import type { Workbench } from './workbench.ts';

export interface SessionOptions {
  readonly settings?: VscodeSettings;
  /** Folders of further extensions, as unpacked. */
  readonly extensions?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether folders have to be trusted first, as for everybody else. */
  readonly trust?: boolean;
}

export interface Session {
  readonly host: Host;
  readonly browser: Browser;
  /** Where VS Code keeps its settings, logs and extensions. */
  readonly home: string;
  /** Plays a test in a window of its own; see window.ts. */
  window(name: string, contents: WindowContents, play: (workbench: Workbench, folder: string) => Promise<void>): Promise<void>;
  /** Ends everything and removes what was made. */
  stop(): Promise<void>;
}

/** No sandbox: tests run as root, in containers, and open only what they serve themselves. */
export const chromiumArguments: readonly string[] = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'];

export const viewport = { width: 1280, height: 800 };

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
async function startSession({ settings = testSettings, extensions = {}, args = [], env = {}, trust = false }: SessionOptions): Promise<Session> {
  const installation = await installVscode(console.log);
  const executablePath = await bringChromium(console.log);
  const vsix = await packedExtension();
  const home = mkdtempSync(path.join(tmpdir(), 'osc-session-'));
  const undo: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    // Before ours is installed: from then on VS Code keeps a list, and takes no folder that is not on it.
    for (const [name, folder] of Object.entries(extensions)) cpSync(folder, path.join(extensionsFolder(home), name), { recursive: true });
    await installExtension(installation, home, vsix);
    // A server that nobody stopped ends by itself.
    const host = await startHost({ installation, home, port: 0, settings, args: ['--idle-timeout-seconds=180', ...args], env, trust });
    undo.push(() => host.stop());
    const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
    undo.push(() => browser.close());
    const context = await browser.newContext({ viewport, deviceScaleFactor: 1, permissions: ['clipboard-read', 'clipboard-write'] });
    return { host, browser, home, stop, window: (name, contents, play) => playInWindow(host, context, name, contents, play) };
  } catch (error) {
    await stop();
    throw error;
  }
}
