/** Runs a suite of tests in the extension host of a window, as VS Code's own test runner does. */
import type { Page } from 'playwright-core';
import type { Session } from './session.ts';

/** Options of a server that takes tests: VS Code does so only when it is started for automation. */
export const automation = ['--vscode-option', 'enable-smoke-test-driver'] as const;

export interface ExtensionHostSuite {
  /** The folder that the window is opened on. */
  readonly folder: string;
  /** A folder with an extension: it makes the window a development host. */
  readonly extension: string;
  /** The bundle of the suite. */
  readonly tests: string;
}

export interface ExtensionHostRun {
  /** 0 if all tests have passed. */
  readonly code: unknown;
  readonly console: readonly string[];
}

export async function runInExtensionHost({ host, newContext }: Session, { folder, extension, tests }: ExtensionHostSuite): Promise<ExtensionHostRun> {
  const page = await (await newContext()).newPage();
  const console: string[] = [];
  page.on('console', (message) => console.push(message.text()));
  const exited = await watchExit(page);
  const payload = [
    ['extensionDevelopmentPath', host.remoteUri(extension)],
    ['extensionTestsPath', host.remoteUri(tests)],
    ['skipWelcome', 'true'],
  ] as const;
  await page.goto(host.windowUrl({ folder, payload }), { waitUntil: 'commit' });
  agreeToTools(page);
  const code = await exited();
  await page.close();
  return { code, console };
}

/** Adds the functions that VS Code calls during a test run. @returns waits for the end of the run, and returns its exit code */
async function watchExit(page: Page): Promise<() => Promise<unknown>> {
  let resolve: (code: unknown) => void = () => undefined;
  const promise = new Promise<unknown>((ended) => {
    resolve = ended;
  });
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.exposeFunction('codeAutomationExit', (code: unknown) => resolve(code));
  page.on('crash', () => resolve('crash'));
  return () => promise;
}

/** VS Code asks the user before it runs a tool for assistants. If the suite ends without a question, its own test fails. */
function agreeToTools(page: Page): void {
  const agree = page.getByRole('dialog').getByRole('button', { name: /^(?:Yes|Allow|Continue|OK)$/ });
  agree.click({ timeout: 0 }).catch(() => undefined);
}
