/** What a file of workbench tests gets: a shared VS Code server with a fresh profile, and browser contexts that no other file uses. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { root } from '../../../scripts/lib/run.ts';
import type { Host } from '../../../scripts/lib/vscodeHost.ts';
import { hosts, type HostOptions, type SharedHost } from './hosts.ts';
import { openWindow, type OpenWindow, type Play, type WindowContents } from './window.ts';

export interface SessionOptions extends HostOptions {
  /** Whether pages may use the clipboard without a question. `asNewUser`: they have the permissions of a browser that has never seen VS Code. */
  readonly clipboard?: 'granted' | 'asNewUser';
}

export interface Session extends SharedHost {
  readonly host: Host;
  /** The kubeconfig that VS Code reads. It is not there until a test writes it. */
  readonly kubeconfig: string;
  /** Opens a browser context. @param language of the browser, as `ko`; VS Code asks the browser for it */
  newContext(language?: string): Promise<BrowserContext>;
  /** Plays a test in a window of its own, and closes it. */
  window(name: string, contents: WindowContents, play: Play): Promise<void>;
  /** Opens a window. The caller closes it. */
  open(name: string, contents: WindowContents): Promise<OpenWindow>;
  /** Sets settings of the machine: for those, the settings of the user don't count in a remote window. */
  setMachineSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Sets further settings of the user. Windows that are opened from then on have them from their start. */
  setUserSettings(settings: Readonly<Record<string, unknown>>): void;
}

export const viewport = { width: 1280, height: 800 };

/**
 * Gives the tests of a suite a session. Call it inside of `describe`: all files of the stage run in one process, and a hook outside would run for all of them.
 * @param file the test file, `import.meta.filename`
 */
export function useSession(file: string, options: SessionOptions = {}): () => Session {
  const name = path.relative(root, file);
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
    if (session === undefined) throw new Error('VS Code did not start.');
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
