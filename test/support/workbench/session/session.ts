/**
 * Provides the VS Code of a workbench test file: a shared server with a new profile, and browser contexts that no other
 * file uses.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { VscodeTestServer } from '#scripts/vscode/vscodeHost.ts';
import { hosts, type HostOptions, type SharedHost } from './hosts.ts';
import { openWindow, type OpenWindow, type Play, type WindowContents } from './window.ts';

export interface SessionOptions extends HostOptions {
  /**
   * `granted`: pages can use the clipboard without permission prompts. `asNewUser`: pages have the default permissions
   * of the browser.
   */
  readonly clipboard?: 'granted' | 'asNewUser';
}

export interface Session extends SharedHost {
  readonly host: VscodeTestServer;
  /** The path of the kubeconfig that VS Code reads. The file doesn't exist until a test writes it. */
  readonly kubeconfig: string;
  /**
   * Opens a browser context.
   * @param language of the browser, such as `ko`. VS Code uses the same language
   */
  newContext(language?: string): Promise<BrowserContext>;
  /** Plays a test in a new window, and closes the window. */
  window(name: string, contents: WindowContents, play: Play): Promise<void>;
  /** Opens a window. The caller must close it. */
  open(name: string, contents: WindowContents): Promise<OpenWindow>;
  /** Writes machine settings. In a remote window, VS Code ignores the user settings for these. */
  setMachineSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Adds user settings. They apply to new windows from their start. */
  setUserSettings(settings: Readonly<Record<string, unknown>>): void;
}

const viewport = { width: 1280, height: 800 };

/**
 * Runs in each frame. Prevents code-server from registering a service worker for the window, which VS Code's own server
 * doesn't have. This service worker can take control of a webview that is waiting for its own. The webview might then
 * stay empty. Source: microsoft/vscode@1.139.1 src/vs/workbench/contrib/webview/browser/pre/index.html (workerReady)
 */
const withoutWindowServiceWorker = `(() => {
  if (globalThis.top === globalThis && 'ServiceWorkerContainer' in globalThis)
    ServiceWorkerContainer.prototype.register = () => Promise.resolve();
})()`;

/**
 * Provides a session to the tests of a suite. Call it in `describe`: many files run in the same process, and a hook
 * outside of `describe` runs for all of them.
 * @param file the path of the test file, `import.meta.filename`
 */
export function useSession(file: string, options: SessionOptions = {}): () => Session {
  const name = path.relative(repositoryRoot, file);
  let shared: SharedHost | undefined;
  let session: Session | undefined;
  const contexts: BrowserContext[] = [];
  before(async () => {
    shared = await hosts.take(name, options);
    session = sessionOn(shared, options, contexts);
  });
  after(async () => {
    for (const context of contexts.splice(0)) await context.close();
    if (shared !== undefined) await hosts.giveBack(shared);
  });
  return () => {
    if (session === undefined) throw new Error("VS Code isn't started yet.");
    return session;
  };
}

function sessionOn(shared: SharedHost, { clipboard = 'granted' }: SessionOptions, contexts: BrowserContext[]): Session {
  const permissions = clipboard === 'granted' ? ['clipboard-read', 'clipboard-write'] : [];
  const byLanguage = new Map<string, Promise<BrowserContext>>();
  const newContext = async (language?: string): Promise<BrowserContext> => {
    const browser = await hosts.browser();
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 1,
      colorScheme: 'dark',
      permissions,
      ...(language === undefined ? {} : { locale: language }),
    });
    contexts.push(context);
    await context.addInitScript(withoutWindowServiceWorker);
    return context;
  };
  const contextFor = (language: string): Promise<BrowserContext> => {
    const context = byLanguage.get(language) ?? newContext(language);
    byLanguage.set(language, context);
    return context;
  };
  const open = async (name: string, contents: WindowContents): Promise<OpenWindow> =>
    openWindow(shared, await contextFor(contents.language ?? 'en-US'), name, contents);
  return {
    ...shared,
    kubeconfig: path.join(shared.kube, 'config'),
    newContext,
    open,
    async window(name, contents, play) {
      const opened = await open(name, contents);
      try {
        await opened.play(name, play);
      } finally {
        await opened.close();
      }
    },
    setMachineSettings(settings) {
      const machine = path.join(shared.home, 'user-data/Machine');
      mkdirSync(machine, { recursive: true });
      writeFileSync(path.join(machine, 'settings.json'), JSON.stringify(settings));
    },
    setUserSettings(settings) {
      const file = path.join(shared.home, 'user-data/User/settings.json');
      const present: object = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...present, ...settings }, null, 2));
    },
  };
}
