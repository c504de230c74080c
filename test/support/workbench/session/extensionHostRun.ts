/** Runs a test suite in the extension host of a window, as VS Code's own test runner does. */
import type { Page } from 'playwright-core';
import type { Session } from './session.ts';

/** Options of a server that runs test suites. VS Code runs them only if it is started for automation. */
export const automation = ['--vscode-option', 'enable-smoke-test-driver'] as const;

export interface ExtensionHostSuite {
  /** The folder to open in the window. */
  readonly folder: string;
  /** The folder of the extension under development, which makes the window an extension development host. */
  readonly extension: string;
  /** The path of the suite's bundle. */
  readonly tests: string;
}

export interface ExtensionHostRun {
  /** The exit code: 0 if all tests passed. */
  readonly code: unknown;
  /** The messages on the console of the window. */
  readonly console: readonly string[];
}

/** Opens a window that runs the suite, and waits until the suite ends. */
export async function runInExtensionHost(
  { host, newContext }: Session,
  { folder, extension, tests }: ExtensionHostSuite,
): Promise<ExtensionHostRun> {
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

/**
 * Adds the functions that VS Code calls during a test run.
 * @returns a function that waits for the end of the run and returns its exit code
 */
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

/**
 * Agrees when VS Code asks for permission to run a tool for assistants. If VS Code doesn't ask, a test of the suite
 * fails.
 */
function agreeToTools(page: Page): void {
  const agree = page.getByRole('dialog').getByRole('button', { name: /^(?:Yes|Allow|Continue|OK)$/ });
  agree.click({ timeout: 0 }).catch(() => undefined);
}
